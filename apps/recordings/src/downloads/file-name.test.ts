import { expect, it } from 'vitest';
import { downloadFileName } from './file-name.js';

it('a download is named after recording, kind and track', () => {
  const name = downloadFileName(
    'rec_01jdz3v0m5e8ksz1a2b3c4d5e6',
    'trk_01jdz3v0m5e8ksz1a2b3c4d5e6',
    'camera',
    'video/mp4',
  );
  expect(name).toBe('rec_01jdz3v0m5e8ksz1a2b3c4d5e6-camera-c4d5e6.mp4');
  expect(downloadFileName('rec_1', 'trk_1', 'microphone', 'audio/mp4;codecs=opus')).toMatch(/\.m4a$/);
});

it.each(['../../etc/passwd', 'a"b\r\nSet-Cookie: x', 'naïve\u202e.exe', 'a;b', 'C:\\x'])(
  'no name can leave its header or its folder: %j',
  (hostile) => {
    expect(downloadFileName(hostile, hostile, hostile, hostile)).toMatch(/^[A-Za-z0-9_-]+\.bin$/);
  },
);
