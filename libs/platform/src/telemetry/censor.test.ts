import { describe, expect, it } from 'vitest';
import { censoredText } from './censor.js';
import { serializers } from './logging.js';

const SHORT = 1_000;
const TIMES = 16;

const logged = (url: string): string => serializers.req({ id: 'req_1', method: 'GET', url }).path;

/** The shortest of several tries. */
function fastest(work: () => unknown): number {
  const tries = Array.from({ length: 10 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...tries);
}

describe('what strangers write', () => {
  it.each([
    ['a path without an address', logged, 'a'],
    ['a path of many segments', logged, 'a/'],
    ['a text without a query', censoredText, 'a'],
    ['a text of many addresses', censoredText, '//a:'],
    ['a text of many questions', censoredText, '?a'],
  ])('is made fit for the log in a time that grows with its length and no faster: %s', (_what, log, part) => {
    const long = fastest(() => log(`/${part.repeat(TIMES * SHORT)}`));
    // A pattern that begins anew at every character takes the square of this.
    expect(long / fastest(() => log(`/${part.repeat(SHORT)}`))).toBeLessThan(TIMES * 4);
  });

  it('has no address in the log, wherever in a path it stands and however long the path is', () => {
    expect(logged('/v1/people/ada@example.org')).toBe('/v1/people/[address]');
    expect(logged('/ada%40example.org/b?to=c@example.org')).toBe('/[address]/b');
    for (const before of [0, 1_990, 1_999, 2_000, 9_000])
      expect(logged(`/${'a'.repeat(before)}/ada@example.org`)).not.toContain('ada');
  });

  it('has no query in the log, whatever stands before it', () => {
    for (const before of ['https://x.example/r', '/r', '/', '/r/[id]', 'r', ''])
      expect(censoredText(`GET ${before}?k=canary&t=canary failed`)).toBe(`GET ${before}?[redacted] failed`);
    expect(censoredText('Is it so? a=b')).toBe('Is it so? a=b');
  });
});
