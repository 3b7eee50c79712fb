import type { AppError } from '@capture/contracts';
import { expect, it } from 'vitest';
import { HASHING_THREADS } from './hashing-threads.js';
import { PasswordHasher } from './password.hasher.js';

it(
  'a password matches what was stored of it at full cost, with another salt each time, in either Unicode form',
  { timeout: 60_000 },
  async () => {
    const hasher = new PasswordHasher();
    const [first, second] = [
      await hasher.hash('correct h\u00f6rse'),
      await hasher.hash('correct h\u00f6rse'),
    ];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await hasher.matches('correct ho\u0308rse', first)).toBe(true);
    expect(await hasher.matches('correct horse', first)).toBe(false);
    expect(await hasher.matches('correct horse', undefined)).toBe(false);
  },
);

it('a password keeps matching at the cost it was stored with', { timeout: 60_000 }, async () => {
  // scrypt("password", "NaCl", N=1024, r=8, p=16, 64 bytes): RFC 7914, section 12.
  const hash = Buffer.from(
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    'hex',
  );
  const stored = `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64url')}$${hash.toString('base64url')}`;
  expect(await new PasswordHasher().matches('password', stored)).toBe(true);
});

/** Of a cost that takes no time. */
const CHEAP = `$scrypt$ln=4,r=8,p=1$c2FsdA$${'A'.repeat(43)}`;

it('a flood is sent away, and who waited is served', { timeout: 60_000 }, async () => {
  const hasher = new PasswordHasher();
  const asked = Array.from({ length: 60 }, () => hasher.matches('x', CHEAP, 'stranger'));
  expect(() => hasher.requireCapacity('stranger')).toThrow('service_unavailable');
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBe(10);
  for (const { reason } of refused) expect((reason as AppError).code).toBe('service_unavailable');
  expect(() => hasher.requireCapacity('stranger')).not.toThrow();
  expect(await hasher.matches('x', CHEAP, 'stranger')).toBe(false);
});

it(
  'who is known has a place in a flood of strangers, and goes before them',
  { timeout: 60_000 },
  async () => {
    const hasher = new PasswordHasher();
    const served: string[] = [];
    const ask = (from: 'known' | 'stranger') =>
      hasher.matches('x', CHEAP, from).then(() => served.push(from));
    const asked = Array.from({ length: 50 }, () => ask('stranger'));
    const known = ask('known');
    await expect(ask('stranger')).rejects.toThrow('service_unavailable');
    await Promise.all([...asked, known]);
    // Those whose run had begun were not interrupted.
    expect(served.indexOf('known')).toBeLessThanOrEqual(HASHING_THREADS);
    await hasher.onApplicationShutdown();
  },
);
