import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { EmailField, StringField, TimestampField } from './values.js';

class Invitee {
  @EmailField() email: unknown;
}

class Note {
  @StringField({ min: 0 }) text: unknown;
}

class Moment {
  @TimestampField() at: unknown;
}

const isValid = (email: unknown): boolean =>
  validateSync(Object.assign(new Invitee(), { email })).length === 0;

describe('EmailField', () => {
  it('accepts addresses', () => {
    for (const email of ['ada@example.org', 'a+b@sub.example.org']) expect(isValid(email)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '\ud800',
    'ada\u0000@example.org',
    'ada@example.org\n',
    7,
    null,
    ['ada@example.org'],
  ])('refuses %o without failing itself', (email) => {
    expect(isValid(email)).toBe(false);
  });
});

describe('StringField', () => {
  const accepts = (text: unknown): boolean => validateSync(Object.assign(new Note(), { text })).length === 0;

  it('accepts text of any script, several lines of it', () => {
    for (const text of ['', 'Zoë\n日本\t👩‍👩‍👧‍👦', '\u202e', '\ufeff']) expect(accepts(text)).toBe(true);
  });

  it('refuses what the database could not keep', () => {
    for (const text of ['a\u0000b', '\ud800', 'x\udfff']) expect(accepts(text)).toBe(false);
  });
});

describe('TimestampField', () => {
  const accepts = (at: unknown): boolean => validateSync(Object.assign(new Moment(), { at })).length === 0;

  it('accepts the years 1000 to 9999, which are written with four digits everywhere', () => {
    for (const at of ['1000-01-01T00:00:00Z', '2026-01-31T12:00:00.000+14:00', '9999-12-31T23:59:59.999Z'])
      expect(accepts(at)).toBe(true);
  });

  it.each([
    ['a zone that leads beyond year 9999', '9999-12-31T23:59:59-00:01'],
    ['a zone that leads before year 1000', '1000-01-01T00:00:00+00:01'],
    ['a year before 1000', '0999-12-31T23:59:59Z'],
    ['a year before 100, which some read as of this century', '0026-01-31T12:00:00Z'],
    ['a year of five digits', '10000-01-01T00:00:00Z'],
    ['a year with a sign', '+012026-01-31T12:00:00Z'],
    ['an hour that no day has', '2026-01-31T25:00:00Z'],
    ['a second after the end of its day', '2026-01-31T24:00:01Z'],
    ['a time that is no text', 1_769_860_800_000],
  ])('refuses %s', (_title, at) => {
    expect(accepts(at)).toBe(false);
  });
});
