import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatApiKey, parseApiKey } from './api-key.js';

describe('API key text', () => {
  it('has a prefix by mode, 43 characters of secret and 6 of checksum, and reads back', () => {
    for (const mode of ['live', 'test'] as const) {
      const key = formatApiKey(mode, randomBytes(32));
      expect(key).toMatch(new RegExp(`^cap_${mode}_[0-9A-Za-z]{49}$`));
      expect(parseApiKey(key)).toEqual({ mode });
    }
  });

  it('does not change between versions: keys that were handed out stay good', () => {
    expect(formatApiKey('live', new Uint8Array(32))).toBe(
      'cap_live_00000000000000000000000000000000000000000000kSaPr',
    );
    expect(formatApiKey('test', new Uint8Array(32).fill(255))).toBe(
      'cap_test_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp12oyv11',
    );
  });

  it('is refused when any one character changed', () => {
    const key = formatApiKey('live', randomBytes(32));
    for (let index = 0; index < key.length; index += 1) {
      const other = key.slice(0, index) + (key[index] === 'Z' ? 'Y' : 'Z') + key.slice(index + 1);
      expect(parseApiKey(other)).toBeUndefined();
    }
  });

  it('is refused under the other mode, cut short, lengthened or empty', () => {
    const key = formatApiKey('live', randomBytes(32));
    for (const text of [
      '',
      key.replace('live', 'test'),
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
    ]) {
      expect(parseApiKey(text)).toBeUndefined();
    }
  });

  it('takes exactly 32 bytes', () => {
    expect(() => formatApiKey('live', randomBytes(31))).toThrow('32 bytes');
  });
});
