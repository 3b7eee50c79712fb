import { expect, it } from 'vitest';
import { mediaTypeOf } from './content-type.js';

it('a content type loses its parameters and its capitals', () => {
  expect(mediaTypeOf('Video/MP4; codecs="avc1.42E01E,opus"')).toBe('video/mp4');
  expect(mediaTypeOf('')).toBe('');
});
