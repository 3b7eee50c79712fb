import { describe, expect, it } from 'vitest';
import {
  checkedAgain,
  domainForm,
  explained,
  newMailDomain,
  seen,
  statusOf,
  vouchedFor,
} from './mail-domain.model.js';

const START = new Date('2026-01-01T00:00:00.000Z');
const after = (days: number): Date => new Date(START.getTime() + days * 86_400_000);
const NAMED = newMailDomain({ organizationId: 'org_1', domain: 'acme.example', token: 'token' }, START);
const PROVEN = seen(NAMED, START);

describe('a domain of mail', () => {
  it('is held while its record was seen or the operator vouches for it, and not before', () => {
    expect([NAMED.heldDomain, PROVEN.heldDomain]).toEqual([null, 'acme.example']);
    const vouched = vouchedFor(NAMED, true);
    expect([vouched.heldDomain, vouchedFor(vouched, false).heldDomain]).toEqual(['acme.example', null]);
    expect(vouchedFor(vouchedFor(PROVEN, true), false)).toEqual(PROVEN);
  });

  it.each([
    ['no_name', 1, 'missing'],
    ['no_record', 1, 'missing'],
    ['other_value', 1, 'missing'],
    ['no_answer', 6.9, 'proven'],
    ['no_answer', 7, 'missing'],
  ] as const)(
    'whose look-up finds %s after %s days is %s, and held all the same',
    (outcome, days, status) => {
      const found = outcome === 'other_value' ? { outcome, values: [] } : { outcome };
      const gone = checkedAgain(PROVEN, found, after(days));
      expect([statusOf(gone, after(days)), gone.heldDomain]).toEqual([status, 'acme.example']);
    },
  );

  it('lapses 30 days after its record was first missed, unless the operator vouches for it, until it is seen again', () => {
    const gone = checkedAgain(PROVEN, { outcome: 'no_record' }, after(1));
    const later = checkedAgain(gone, { outcome: 'no_answer' }, after(20));
    expect(later.missingSince).toEqual(after(1));
    expect([30.9, 31].map((days) => statusOf(later, after(days)))).toEqual(['missing', 'lapsed']);
    expect(statusOf(vouchedFor(later, true), after(31))).toBe('proven');
    const back = checkedAgain(later, { outcome: 'record' }, after(31));
    expect([statusOf(back, after(31)), back.provenAt]).toEqual(['proven', START]);
  });

  it('has one form', () => {
    expect(['ACME.Example', 'bücher.example'].map(domainForm)).toEqual([
      'acme.example',
      'xn--bcher-kva.example',
    ]);
    expect(['', 'acme', 'a@b.example', 'a b.example', 'acme.example/x'].map(domainForm)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('has a sentence for whatever DNS has in place of its record', () => {
    expect(explained(NAMED, { outcome: 'other_value', values: ['capture-domain-verification=old'] })).toBe(
      'acme.example has another value: capture-domain-verification=old. The record has to be capture-domain-verification=token.',
    );
    const rest = (['no_name', 'no_record', 'no_answer'] as const).map((outcome) =>
      explained(NAMED, { outcome }),
    );
    expect(new Set(rest).size).toBe(3);
    for (const sentence of rest) expect(sentence).toContain('acme.example');
  });
});
