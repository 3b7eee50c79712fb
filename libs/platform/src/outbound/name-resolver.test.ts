import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NameResolver } from './name-resolver.js';

const silence = (): Promise<string[]> => new Promise(() => undefined);

describe('name resolver', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['answers with what came within five seconds', ['192.0.2.1']],
    ['gives a name up whose servers are silent', []],
  ])('%s', async (_title, addresses) => {
    vi.useFakeTimers();
    const answered = addresses.length > 0;
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(() =>
      answered ? Promise.resolve(addresses) : silence(),
    );
    vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(silence);
    let found: string[] | undefined;
    void new NameResolver([]).addressesOf('silent.example.com').then((all) => (found = all));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(found).toEqual(addresses);
  });
});
