import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.js';

const key = Buffer.alloc(32, 7);

describe('sealed text', () => {
  it('opens with the same key and never looks the same twice', () => {
    const sealed = sealText(key, 'whsec_é');
    expect(openText(key, sealed)).toBe('whsec_é');
    expect(sealText(key, 'whsec_é')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('whsec');
  });

  it.each([
    ['stored answers, bound to nothing', 'CQkJCQkJCQkJCQkJ5Cs4rPwVynJeAVpl+YthGVDt9/HdrwLI', undefined],
    ['secrets, bound to their endpoint', 'CQkJCQkJCQkJCQkJSOB6qiyjXCpyBt6DxY4E1lDt9/HdrwLI', 'whe_1'],
  ])('opens what earlier versions stored: %s', (_what, stored, boundTo) => {
    expect(openText(key, stored, boundTo)).toBe('whsec_é');
  });

  it('is refused with another key, bound to something else, cut short or with any byte changed', () => {
    const sealed = sealText(key, 'text', 'row 1');
    expect(() => openText(randomBytes(32), sealed, 'row 1')).toThrow();
    expect(() => openText(key, sealed, 'row 2')).toThrow();
    expect(() => openText(key, sealed)).toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index);
      expect(() => openText(key, flipped.toString('base64'), 'row 1')).toThrow();
      expect(() => openText(key, bytes.subarray(0, index).toString('base64'), 'row 1')).toThrow();
    }
  });
});
