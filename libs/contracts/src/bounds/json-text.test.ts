import { describe, expect, it } from 'vitest';
import { BODY_LIMITS, checkJsonText } from './json-text.js';

const check = (text: string): void => checkJsonText(Buffer.from(text), BODY_LIMITS);
const times = (count: number, item: string): string => Array<string>(count).fill(item).join(',');

describe('checkJsonText', () => {
  it('takes the longest bodies that the API knows: 10,000 parts, metadata of many members', () => {
    expect(() => check(`{"parts":[${times(10_000, '{"number":1,"sha256":"ab"}')}]}`)).not.toThrow();
    expect(() => check(`{"metadata":{${times(3_277, '"":0')}}}`)).not.toThrow();
  });

  it.each([
    ['members of an object', `{${times(10_001, '"a":1')}}`, 'over 10000 members'],
    ['items of a list', `{"a":[${times(10_001, '{}')}]}`, 'over 10000 members'],
    ['values altogether', `[${times(10, `[${times(6_000, '0')}]`)}]`, 'over 50000 values'],
    ['nesting', `${'['.repeat(201)}${']'.repeat(201)}`, 'more than 200 levels'],
    ['nesting without an end', '{"a":'.repeat(100_000), 'more than 200 levels'],
    ['digits', `{"a":-${'9'.repeat(1_000)}e9}`, 'over 1000 characters'],
  ])('refuses too much: %s', (_what, text, reason) => {
    expect(() => check(text)).toThrow(reason);
  });

  it('counts nothing inside texts, whatever they hold', () => {
    const text = JSON.stringify({ a: `"\\${'[{,'.repeat(100_000)}\\"${'9'.repeat(2_000)}` });
    expect(() => check(text)).not.toThrow();
  });

  it('leaves it to the parser whether a text is JSON', () => {
    for (const text of ['', '"', '"\\', ']]]]', '{"a":', 'nonsense', '[1,', '}{'])
      expect(() => check(text)).not.toThrow();
  });
});
