import { AddressGuard, type NameResolver, type Verdict } from '@capture/platform';
import { ALLOWED_URLS, REFUSED_URLS } from '@capture/testing';
import { describe, expect, it } from 'vitest';
import { addressRulesOf, WebhooksConfig } from '../config.js';

/** A guard whose names resolve to `answers`, one per question, the last one repeating. */
function guardWith(answers: string[][] = [['93.184.215.14']], settings: Partial<WebhooksConfig> = {}) {
  const asked: string[] = [];
  const addressesOf = (name: string): Promise<string[]> => {
    asked.push(name);
    return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? []);
  };
  const guard = new AddressGuard(addressRulesOf(Object.assign(new WebhooksConfig(), settings)), {
    addressesOf,
  } as NameResolver);
  return { check: (url: string): Promise<Verdict> => guard.check(url), asked };
}

describe('address guard', () => {
  it('has a table of at least 120 refused forms', () => {
    expect(new Set(REFUSED_URLS.map(([url]) => url)).size).toBeGreaterThanOrEqual(120);
  });

  it.each(REFUSED_URLS)('refuses %s (%s)', async (url, refusal) => {
    const verdict = await guardWith().check(url);
    expect(verdict.allowed).toBe(false);
    if (refusal !== null) expect(verdict).toEqual({ allowed: false, refusal });
  });

  it.each(ALLOWED_URLS)('allows %s', async (url) => {
    expect((await guardWith().check(url)).allowed).toBe(true);
  });

  it('resolves a name once and pins to what it checked', async () => {
    const { check, asked } = guardWith([['93.184.215.14', '2606:2800:21f:cb07::1'], ['127.0.0.1']]);
    expect(await check('https://example.com/')).toMatchObject({
      addresses: ['93.184.215.14', '2606:2800:21f:cb07::1'],
    });
    expect(asked).toEqual(['example.com']);
  });

  it.each([
    [['127.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['::1', '93.184.215.14']],
    [['::ffff:10.0.0.1']],
    [['169.254.169.254']],
    [['fd00::1']],
    [['64:ff9b::a00:1']],
    [['2002:a00:1::1']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    expect(await guardWith([addresses]).check('https://example.com/')).toEqual({
      allowed: false,
      refusal: 'address',
    });
  });

  it('says when a name does not resolve', async () => {
    expect(await guardWith([[]]).check('https://example.com/')).toEqual({
      allowed: false,
      refusal: 'unresolved',
    });
  });
});

describe('address guard, opened by its operator', () => {
  const ranges = { CAPTURE_WEBHOOK_ALLOW_CIDRS: ['10.1.0.0/16', 'fd00:1::/32'] };

  it.each([
    ['https://10.1.2.3/', true],
    ['https://10.2.0.1/', false],
    ['https://[fd00:1::9]/', true],
    ['https://[fd00:2::9]/', false],
    ['https://[::ffff:10.1.2.3]/', false],
    ['http://10.1.2.3/', false],
    ['https://10.1.2.3:8080/', false],
    ['https://u@10.1.2.3/', false],
  ])('with ranges: %s allowed: %s', async (url, allowed) => {
    expect((await guardWith([], ranges).check(url)).allowed).toBe(allowed);
  });

  it('with ranges, names that only exist inside may be used, if they lead into a range', async () => {
    expect((await guardWith([['10.1.2.3']], ranges).check('https://receiver/')).allowed).toBe(true);
    expect((await guardWith([['10.2.0.1']], ranges).check('https://receiver/')).allowed).toBe(false);
  });

  it('with ports, those and no other', async () => {
    const { check } = guardWith([], { CAPTURE_WEBHOOK_ALLOW_PORTS: ['9443'] });
    expect((await check('https://8.8.8.8:9443/')).allowed).toBe(true);
    expect((await check('https://8.8.8.8/')).allowed).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:4000/', true],
    ['https://127.0.0.1:4000/', true],
    ['http://localhost:4000/', true],
    ['http://[::1]:4000/', true],
    ['http://127.9.9.9/', true],
    ['http://2130706433:4000/', true],
    ['http://10.0.0.1:4000/', false],
    ['http://0.0.0.0:4000/', false],
    ['http://[::ffff:127.0.0.1]:4000/', false],
    ['http://u:p@127.0.0.1:4000/', false],
    ['ftp://127.0.0.1/', false],
    ['http://8.8.8.8/', false],
  ])('with loopback: %s allowed: %s', async (url, allowed) => {
    expect((await guardWith([], { CAPTURE_WEBHOOK_ALLOW_LOOPBACK: true }).check(url)).allowed).toBe(allowed);
  });

  it('with loopback, a public name still cannot lead to it', async () => {
    const { check } = guardWith([['127.0.0.1']], { CAPTURE_WEBHOOK_ALLOW_LOOPBACK: true });
    expect((await check('https://example.com/')).allowed).toBe(false);
    expect((await check('http://example.com:4000/')).allowed).toBe(false);
  });
});
