import { expect, it } from 'vitest';
import { uploadIdOf } from './take.model.js';

it('an upload has the number of its take', () => {
  expect(uploadIdOf({ id: 'tke_01abc' })).toBe('upl_01abc');
});
