import { generateKeyPairSync, sign } from 'node:crypto';
import type { ForwardedCall, KeyPrincipal } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { CallVerifier, CallVoucher, publicKeyOf } from './principal.js';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const NOW = new Date('2026-01-01T00:00:00.900Z');
const call: ForwardedCall = { principal: { kind: 'operator' }, ip: '192.0.2.1' };

const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const accounts = (seeds: string[] = [NEW], toleranceSec = 2): CallVerifier =>
  new CallVerifier({ audience: 'accounts', publicKeys: seeds.map(publicKeyOf), toleranceSec });
const signed = (seed = NEW, audience = 'accounts', now = NOW): string =>
  new CallVoucher(seed).sign(call, audience, now);

describe('principal header', () => {
  it('is accepted under either of two keys, so that keys can rotate', () => {
    for (const seed of [OLD, NEW]) expect(accounts([NEW, OLD]).read(signed(seed), NOW)).toEqual(call);
  });

  it('is refused when absent, malformed or signed with another key (scenario 81)', () => {
    const header = signed(OTHER);
    for (const value of [undefined, '', 'a', 'a.b', 'a.b.c', '.', header, `${header}.x`])
      expect(accounts().read(value, NOW)).toBeUndefined();
  });

  it('is refused when any byte of it changed', () => {
    const verifier = accounts();
    const [payload = '', signature = ''] = signed().split('.');
    for (let index = 0; index < payload.length; index += 7) {
      const byte = payload[index] === 'A' ? 'B' : 'A';
      const forged = payload.slice(0, index) + byte + payload.slice(index + 1);
      expect(verifier.read(`${forged}.${signature}`, NOW)).toBeUndefined();
    }
    const half = signature.slice(0, 43);
    expect(verifier.read(`${payload}.${half}`, NOW)).toBeUndefined();
  });

  it('is refused by every service but the one that it was signed for (scenario 81)', () => {
    const header = signed(NEW, 'webhooks');
    expect(accounts().read(header, NOW)).toBeUndefined();
    const options = { audience: 'webhooks', publicKeys: [publicKeyOf(NEW)], toleranceSec: 2 };
    expect(new CallVerifier(options).read(header, NOW)).toEqual(call);
  });

  it('is refused once its few seconds are over, however often it was accepted before (scenario 81)', () => {
    const verifier = accounts();
    const header = signed();
    for (const seconds of [0, 0, 3, 6]) expect(verifier.read(header, later(seconds))).toEqual(call);
    for (const seconds of [6.2, 7, 600]) expect(verifier.read(header, later(seconds))).toBe('outdated');
  });

  it('is accepted while the clocks of gateway and service differ by no more than is tolerated', () => {
    const behind = signed(NEW, 'accounts', later(-6));
    const ahead = signed(NEW, 'accounts', later(2));
    for (const header of [behind, ahead]) expect(accounts().read(header, NOW)).toEqual(call);
    expect(accounts().read(signed(NEW, 'accounts', later(4)), NOW)).toBe('outdated');
  });

  it('is refused in another version', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    const verifier = new CallVerifier({ audience: 'accounts', publicKeys: [x], toleranceSec: 2 });
    const issuedAt = Math.floor(NOW.getTime() / 1000);
    const read = (version: number): ForwardedCall | 'outdated' | undefined => {
      const text = JSON.stringify({ ...call, version, audience: 'accounts', issuedAt });
      const payload = Buffer.from(text).toString('base64url');
      const signature = sign(null, Buffer.from(payload), privateKey).toString('base64url');
      return verifier.read(`${payload}.${signature}`, NOW);
    };
    expect(read(1)).toEqual(call);
    expect(read(2)).toBeUndefined();
  });
});

describe('what is kept of signatures for a second', () => {
  it('never mixes callers, addresses, audiences or seconds', () => {
    const voucher = new CallVoucher(NEW);
    const verifier = accounts();
    const operator = voucher.sign(call, 'accounts', NOW);
    expect(voucher.sign({ ...call }, 'accounts', later(0.05))).toBe(operator);
    const others = [
      voucher.sign({ ...call, principal: { kind: 'public' } }, 'accounts', NOW),
      voucher.sign({ ...call, ip: '192.0.2.2' }, 'accounts', NOW),
      voucher.sign(call, 'webhooks', NOW),
      voucher.sign(call, 'accounts', later(1)),
    ];
    expect(new Set([operator, ...others]).size).toBe(5);
    expect(verifier.read(others[0], NOW)).toMatchObject({ principal: { kind: 'public' } });
    expect(verifier.read(others[1], NOW)).toMatchObject({ ip: '192.0.2.2' });
    expect(verifier.read(operator, NOW)).toEqual(call);
  });

  it('is changed by no call, so that no call sees what another did to its principal', () => {
    const verifier = accounts();
    const first = verifier.read(signed(), NOW);
    expect(() => Object.assign((first as ForwardedCall).principal, { kind: 'member' })).toThrow(TypeError);
    expect(verifier.read(signed(), NOW)).toEqual(call);
  });

  it('is made anew for another service, address and second, and read into values that calls can share', () => {
    const voucher = new CallVoucher(NEW);
    const principal = { kind: 'key', keyId: 'key_1', scopes: ['a'] } as unknown as KeyPrincipal;
    const sign = (ip: string, audience: string, now: Date): string =>
      voucher.sign({ principal, ip }, audience, now);
    const first = sign('192.0.2.1', 'accounts', NOW);
    expect(sign('192.0.2.1', 'accounts', NOW)).toBe(first);
    const others = [
      sign('192.0.2.2', 'accounts', NOW),
      sign('192.0.2.1', 'sessions', NOW),
      sign('192.0.2.1', 'accounts', later(1)),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    const read = accounts().read(first, NOW) as ForwardedCall;
    expect(read).toEqual({ principal, ip: '192.0.2.1' });
    expect(Object.isFrozen((read.principal as KeyPrincipal).scopes)).toBe(true);
  });
});
