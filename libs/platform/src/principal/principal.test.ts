import type { ForwardedCall } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { signCall, verifyCall } from './principal.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const call: ForwardedCall = {
  principal: { kind: 'operator' },
  ip: '192.0.2.1',
  issuedAt: now.getTime() / 1000,
};

describe('principal header', () => {
  it('is accepted under any current key, so that keys can rotate', () => {
    expect(verifyCall(signCall(call, ['old']), ['new', 'old'], now)).toEqual(call);
  });

  it('is refused when absent, malformed or signed with another key', () => {
    const header = signCall(call, ['other']);
    for (const value of [undefined, '', 'a', 'a.b', 'a.b.c', header, `${header}.x`]) {
      expect(verifyCall(value, ['key'], now)).toBeUndefined();
    }
  });

  it('is refused when any byte of the payload changed', () => {
    const [payload = '', mac = ''] = signCall(call, ['key']).split('.');
    for (let index = 0; index < payload.length; index += 7) {
      const forged =
        payload.slice(0, index) + (payload[index] === 'A' ? 'B' : 'A') + payload.slice(index + 1);
      expect(verifyCall(`${forged}.${mac}`, ['key'], now)).toBeUndefined();
    }
  });

  it('is refused more than a minute after it was signed', () => {
    const header = signCall(call, ['key']);
    expect(verifyCall(header, ['key'], new Date(now.getTime() + 60_000))).toEqual(call);
    expect(verifyCall(header, ['key'], new Date(now.getTime() + 61_000))).toBeUndefined();
  });
});
