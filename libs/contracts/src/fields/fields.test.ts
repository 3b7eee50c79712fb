import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { EmailField, StringField } from './fields.js';

class Invitee {
  @EmailField() email: unknown;
}

class Note {
  @StringField({ min: 0 }) text: unknown;
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
