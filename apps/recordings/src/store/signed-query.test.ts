import { describe, expect, it } from 'vitest';
import { SignedQuery } from './signed-query.js';

const query = new SignedQuery('a secret of the tests', 'part');
const signed = query.sign('/v1/x', { size: 5, expires: 99 });

describe('a signed query', () => {
  it('signs as it always did, so that addresses already given out keep working', () => {
    expect(signed).toBe('expires=99&size=5&signature=uCRJvKBBNf1W5H_k_w11G_fldQmiU4uDIBsNgF8_dhE');
  });

  it('gives its parameters back, in whatever order they come', () => {
    const shuffled = signed.split('&').reverse().join('&');
    expect(query.verify('/v1/x', signed)).toEqual(
      new Map([
        ['expires', '99'],
        ['size', '5'],
      ]),
    );
    expect(query.verify('/v1/x', shuffled)).toEqual(query.verify('/v1/x', signed));
  });

  it.each([
    ['a changed value', signed.replace('size=5', 'size=6')],
    ['an added parameter', `${signed}&more=1`],
    ['a repeated parameter', `${signed}&size=5`],
    ['a second signature', `${signed}&signature=x`],
    ['a missing parameter', signed.replace('&size=5', '')],
    ['no signature', 'expires=99&size=5'],
    ['an empty signature', 'expires=99&size=5&signature='],
    ['nothing', ''],
  ])('does not verify with %s', (_what, text) => {
    expect(query.verify('/v1/x', text)).toBeUndefined();
  });

  it('does not verify for another path, purpose or secret', () => {
    expect(query.verify('/v1/y', signed)).toBeUndefined();
    expect(new SignedQuery('a secret of the tests', 'media').verify('/v1/x', signed)).toBeUndefined();
    expect(new SignedQuery('another secret', 'part').verify('/v1/x', signed)).toBeUndefined();
  });
});
