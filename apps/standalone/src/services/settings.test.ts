import { expect, it } from 'vitest';
import { storeOrigin } from './settings.js';

it('pages may go to the object store exactly where clients exchange bytes with it', () => {
  const s3 = { CAPTURE_STORE: 's3', CAPTURE_S3_ENDPOINT: 'http://10.0.0.9:9000/s3' };
  expect(storeOrigin({})).toBeUndefined();
  expect(storeOrigin({ ...s3, CAPTURE_STORE: 'filesystem' })).toBeUndefined();
  expect(storeOrigin({ ...s3, CAPTURE_S3_DIRECT: 'false' })).toBeUndefined();
  expect(storeOrigin(s3)).toBe('http://10.0.0.9:9000');
  expect(storeOrigin({ ...s3, CAPTURE_S3_PUBLIC_ENDPOINT: 'https://media.example' })).toBe(
    'https://media.example',
  );
  expect(storeOrigin({ CAPTURE_STORE: 's3', CAPTURE_S3_REGION: 'eu-central-1' })).toBe(
    'https://s3.eu-central-1.amazonaws.com',
  );
});
