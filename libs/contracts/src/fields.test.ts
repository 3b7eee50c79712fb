import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { EmailField } from './fields.js';

class Invitee {
  @EmailField() email: unknown;
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
