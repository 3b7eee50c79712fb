import { describe, expect, it } from 'vitest';
import { RawJson, stringifyWithRaw } from './raw-json.js';

describe('stringifyWithRaw', () => {
  it('answers raw text verbatim: key order, large integers and escapes survive', () => {
    const text = '{"b":1,"2":12345678901234567890,"1":"\\u0000"}';
    expect(stringifyWithRaw({ id: 'x', metadata: new RawJson(text) })).toBe(`{"id":"x","metadata":${text}}`);
  });

  it('splices several raw texts, each where it belongs', () => {
    expect(stringifyWithRaw([new RawJson('{"a":1}'), { m: new RawJson('[2]') }])).toBe('[{"a":1},{"m":[2]}]');
  });

  it('leaves replacement patterns in raw text alone', () => {
    expect(stringifyWithRaw(new RawJson('{"a":"$& $1"}'))).toBe('{"a":"$& $1"}');
  });
});
