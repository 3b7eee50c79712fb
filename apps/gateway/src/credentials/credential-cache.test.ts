import type { ResolvedCredential } from '@capture/contracts';
import { describe, expect, it, vi } from 'vitest';
import { CredentialCache } from './credential-cache.js';

function credential(keyId: string, organizationId = 'org_a'): ResolvedCredential {
  const principal = { kind: 'key', keyId, organizationId } as ResolvedCredential['principal'];
  return { principal, expiresAt: null, upgrades: {} };
}

/** A cache whose answers the test gives, and the questions it asked. */
function setUp() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<ResolvedCredential | null>[] = [];
  const clock = { now: 0 };
  const cache = new CredentialCache(
    (hash) => {
      asked.push(hash);
      const question = Promise.withResolvers<ResolvedCredential | null>();
      waiting.push(question);
      return question.promise;
    },
    () => clock.now,
  );
  const answer = (value: ResolvedCredential | null): void => waiting.shift()?.resolve(value);
  const answerLast = (value: ResolvedCredential | null): void => waiting.pop()?.resolve(value);
  const fail = (): void => waiting.shift()?.reject(new Error('down'));
  return { cache, asked, answer, answerLast, clock, fail };
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

  it('asks ahead of the 5 s, once, and lets no call wait for it', async () => {
    const { cache, asked, answer, clock } = setUp();
    const first = cache.get('h');
    answer(credential('key_1'));
    await first;
    clock.now = 3999;
    await cache.get('h');
    expect(asked).toEqual(['h']);
    clock.now = 4000;
    await Promise.all([cache.get('h'), cache.get('h')]);
    expect(asked).toEqual(['h', 'h']);
    answer(credential('key_2'));
    await vi.waitFor(async () => expect((await cache.get('h'))?.principal.keyId).toBe('key_2'));
    clock.now = 7999;
    await cache.get('h');
    expect(asked).toEqual(['h', 'h']);
  });

  it('asks ahead no more than once a second while there is no answer', async () => {
    const { cache, asked, answer, clock, fail } = setUp();
    const first = cache.get('h');
    answer(credential('key_1'));
    await first;
    clock.now = 4000;
    await cache.get('h');
    fail();
    await new Promise(setImmediate);
    await cache.get('h');
    expect(asked).toEqual(['h', 'h']);
    clock.now = 5000;
    void cache.get('h');
    expect(asked).toEqual(['h', 'h', 'h']);
  });

  it('asks again at once about a key that changed and keys of an organization that changed (scenario 42)', async () => {
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
    cache.outdateOrganization('org_b');
    for (const hash of ['1', '2', '3']) void cache.get(hash);
    expect(asked).toEqual(['1', '2', '3', '1', '2', '3']);
  });

  it('does not keep an answer that was on its way when the key changed (scenario 42)', async () => {
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

  it('while accounts does not answer, an answer of the last minute stands, and no call waits for another (scenario 82)', async () => {
    const { cache, asked, answer, clock, fail } = setUp();
    const first = cache.get('h');
    answer(credential('key_1'));
    await first;
    clock.now = 5_000;
    const waiting = cache.get('h');
    fail();
    expect((await waiting)?.principal.keyId).toBe('key_1');
    clock.now = 5_500;
    expect((await cache.get('h'))?.principal.keyId).toBe('key_1');
    expect(asked).toEqual(['h', 'h']);
    clock.now = 6_000;
    void cache.get('h');
    expect(asked).toEqual(['h', 'h', 'h']);
  });

  it.each(['before', 'during'])(
    'while accounts does not answer, an answer stands that was given %s a change of its organization (scenario 82)',
    async (time) => {
      const { cache, asked, answer, fail } = setUp();
      const first = cache.get('h');
      if (time === 'during') cache.outdateOrganization('org_a');
      answer(credential('key_1'));
      await first;
      cache.outdateOrganization('org_a');
      const waiting = cache.get('h');
      fail();
      expect((await waiting)?.principal.keyId).toBe('key_1');
      expect(asked).toEqual(['h', 'h']);
    },
  );

  it('an answer from before a change of its organization does not replace one from after it', async () => {
    const { cache, asked, answer, answerLast } = setUp();
    const before = cache.get('h');
    cache.outdateOrganization('org_a');
    const after = cache.get('h');
    answerLast(credential('key_new'));
    await after;
    answer(credential('key_old'));
    await before;
    expect((await cache.get('h'))?.principal.keyId).toBe('key_new');
    expect(asked).toEqual(['h', 'h']);
  });

  it('an answer that is older than a minute does not stand (scenario 82)', async () => {
    const { cache, answer, clock, fail } = setUp();
    const first = cache.get('h');
    answer(credential('key_1'));
    await first;
    clock.now = 60_000;
    const late = cache.get('h');
    fail();
    await expect(late).rejects.toThrow('down');
  });

  it('what was revoked meanwhile does not stand, whether an event or accounts says so (scenario 82)', async () => {
    const { cache, answer, clock, fail } = setUp();
    const first = cache.get('h');
    answer(credential('key_1'));
    await first;
    clock.now = 5_000;
    const asking = cache.get('h');
    cache.forgetKey('key_1');
    fail();
    await expect(asking).rejects.toThrow('down');
    const second = cache.get('g');
    answer(credential('key_2'));
    await second;
    clock.now = 10_000;
    const refused = cache.get('g');
    answer(null);
    expect(await refused).toBeNull();
    clock.now = 11_000;
    const after = cache.get('g');
    fail();
    await expect(after).rejects.toThrow('down');
  });

  it('who waits for accounts longer than a second gets the answer that stands (scenario 82)', async () => {
    vi.useFakeTimers();
    try {
      const { cache, answer, clock } = setUp();
      const first = cache.get('h');
      answer(credential('key_1'));
      await first;
      clock.now = 5_000;
      const waiting = cache.get('h');
      await vi.advanceTimersByTimeAsync(1_000);
      expect((await waiting)?.principal.keyId).toBe('key_1');
    } finally {
      vi.useRealTimers();
    }
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
