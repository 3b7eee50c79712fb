import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebhooksConfig } from '../config.js';
import { SecretBox } from './secret-box.js';

function boxWith(key = randomBytes(32).toString('base64')): SecretBox {
  return new SecretBox(Object.assign(new WebhooksConfig(), { CAPTURE_WEBHOOK_SECRET_KEY: key }));
}

describe('secret box', () => {
  const box = boxWith();

  it('opens what it sealed and never seals the same way twice', () => {
    const sealed = box.seal('whsec_one', 'whe_1');
    expect(box.open(sealed, 'whe_1')).toBe('whsec_one');
    expect(box.seal('whsec_one', 'whe_1')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('whsec_one');
  });

  it("refuses a secret that was moved to another endpoint's row", () => {
    expect(() => box.open(box.seal('whsec_one', 'whe_1'), 'whe_2')).toThrow();
  });

  it('refuses what another key sealed, and every flipped byte', () => {
    const sealed = box.seal('whsec_one', 'whe_1');
    expect(() => boxWith().open(sealed, 'whe_1')).toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index);
      expect(() => box.open(flipped.toString('base64'), 'whe_1')).toThrow();
    }
  });
});
