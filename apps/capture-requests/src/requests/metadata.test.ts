import { describe, expect, it } from 'vitest';
import { rawMember } from './metadata.js';

describe('rawMember', () => {
  it('answers the text of the member as it was sent', () => {
    const metadata = '{"b":1, "2":12345678901234567890,"1":"\\u0000 }]","deep":[{"metadata":{"x":[]}}]}';
    expect(rawMember(`{"title":"a","metadata": ${metadata} ,"z":[1,{"metadata":2}]}`, 'metadata')).toBe(
      metadata,
    );
  });

  it('finds a member by what its name means, however it is escaped', () => {
    expect(rawMember('{"meta\\u0064ata":{"a":1}}', 'metadata')).toBe('{"a":1}');
  });

  it('takes the last of a repeated member, as JSON.parse does', () => {
    expect(rawMember('{"metadata":{"a":1},"metadata":{"a":2}}', 'metadata')).toBe('{"a":2}');
  });

  it('does not take a member of a nested object for one of the body', () => {
    expect(
      rawMember('{"release":{"metadata":{}},"list":["metadata",{"metadata":1}]}', 'metadata'),
    ).toBeUndefined();
  });

  it.each(['7', '-1.5e+300', 'true', 'null', '"a\\\\"', '"\\""', '[ ]', '{ }'])(
    'finds a member whose value is %s',
    (value) => {
      expect(rawMember(`{ "a" : ${value} , "metadata" : ${value} }`, 'metadata')).toBe(value);
      expect(rawMember(`{"metadata":${value}}`, 'metadata')).toBe(value);
    },
  );

  it('survives any depth', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(rawMember(`{"a":${deep},"metadata":{}}`, 'metadata')).toBe('{}');
  });

  it('answers undefined for anything that is no object', () => {
    for (const text of ['', '[]', '"metadata"', 'null', '{'])
      expect(rawMember(text, 'metadata')).toBeUndefined();
  });
});
