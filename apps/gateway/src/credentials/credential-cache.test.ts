import type { ResolvedCredential } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { CredentialCache } from './credential-cache.js';

function credential(keyId: string, organizationId = 'org_a'): ResolvedCredential {
  const principal = { kind: 'key', keyId, organizationId } as ResolvedCredential['principal'];
  return { principal, expiresAt: null, upgrades: {} };
}

/** A cache whose answers the test gives, and the questions it asked. */
function setUp() {
  const asked: string[] = [];
  const waiting: ((answer: ResolvedCredential | null) => void)[] = [];
  const clock = { now: 0 };
  const cache = new CredentialCache(
    (hash) => {
      asked.push(hash);
      return new Promise((resolve) => waiting.push(resolve));
    },
    () => clock.now,
  );
  const answer = (value: ResolvedCredential | null): void => waiting.shift()?.(value);
  return { cache, asked, answer, clock };
}

describe('CredentialCache', () => {
  it('asks once for all calls that wait for the same key', async () => {
    const { cache, asked, answer } = setUp();
    const calls = Promise.all([cache.get('h'), cache.get('h'), cache.get('h')]);
    answer(credential('key_1'));
    expect((await calls).map((each) => each?.principal.keyId)).toEqual(['key_1', 'key_1', 'key_1']);
    expect(asked).toEqual(['h']);
  });

  it('believes an answer for 5 s and a refusal for 1 s', async () => {
    const { cache, asked, answer, clock } = setUp();
    const first = cache.get('good');
    answer(credential('key_1'));
    await first;
    const second = cache.get('bad');
    answer(null);
    await second;
    clock.now = 999;
    await Promise.all([cache.get('good'), cache.get('bad')]);
    expect(asked).toEqual(['good', 'bad']);
    clock.now = 1000;
    void cache.get('bad');
    clock.now = 5000;
    void cache.get('good');
    expect(asked).toEqual(['good', 'bad', 'bad', 'good']);
  });

  it('42: forgets a key and an organization at once', async () => {
    const { cache, asked, answer } = setUp();
    for (const [hash, key, org] of [
      ['1', 'key_1', 'org_a'],
      ['2', 'key_2', 'org_b'],
      ['3', 'key_3', 'org_b'],
    ] as const) {
      const call = cache.get(hash);
      answer(credential(key, org));
      await call;
    }
    cache.forgetKey('key_1');
    cache.forgetOrganization('org_b');
    for (const hash of ['1', '2', '3']) void cache.get(hash);
    expect(asked).toEqual(['1', '2', '3', '1', '2', '3']);
  });

  it('42: does not keep an answer that was on its way when the key changed', async () => {
    const { cache, asked, answer } = setUp();
    const stale = cache.get('h');
    cache.forgetKey('key_1');
    const fresh = cache.get('h');
    answer(credential('key_1'));
    answer(null);
    expect(await stale).not.toBeNull();
    expect(await fresh).toBeNull();
    expect(await cache.get('h')).toBeNull();
    expect(asked).toEqual(['h', 'h']);
  });

  it('does not remember a failure to ask', async () => {
    let tries = 0;
    const cache = new CredentialCache(() =>
      ++tries === 1 ? Promise.reject(new Error('down')) : Promise.resolve(null),
    );
    await expect(cache.get('h')).rejects.toThrow('down');
    expect(await cache.get('h')).toBeNull();
  });

  it('stays small however many keys are invented', async () => {
    let asked = 0;
    const nobody = (): Promise<null> => {
      asked += 1;
      return Promise.resolve(null);
    };
    const cache = new CredentialCache(nobody, () => 0);
    for (let index = 0; index < 5_000; index += 1) await cache.get(String(index));
    await cache.get('0');
    expect(asked).toBe(5_001);
  });
});
