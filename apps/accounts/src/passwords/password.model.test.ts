import { expect, it } from 'vitest';
import { acceptable, fromStored, normalized, toStored } from './password.model.js';

const EMAIL = 'ada@acme.example';

it('a password has 12 to 200 characters, however many bytes or code units they take', () => {
  expect(acceptable('a'.repeat(12), EMAIL)).toBe('a'.repeat(12));
  expect(acceptable('🔑'.repeat(200), EMAIL)).toBe('🔑'.repeat(200));
  for (const password of ['a'.repeat(11), '🔑'.repeat(11), 'a'.repeat(201)])
    expect(() => acceptable(password, EMAIL)).toThrow('12 to 200');
});

it('what a keyboard writes in two ways is one password, and is measured as that', () => {
  expect(normalized('Gru\u0308\uff21')).toBe('Gr\u00fcA');
  expect(() => acceptable('u\u0308bercorrects', EMAIL)).not.toThrow();
  // Twelve as sent, eleven as compared.
  expect(() => acceptable('u\u0308bercorrect', EMAIL)).toThrow('12 to 200');
});

it('the e-mail address is no password, in any case or form', () => {
  for (const password of [EMAIL, 'ADA@Acme.Example', '\uff41da@acme.example'])
    expect(() => acceptable(password, EMAIL)).toThrow('must not be the e-mail');
});

it('what is stored says how it was made', () => {
  const stored = {
    cost: { ln: 15, r: 8, p: 3 },
    salt: Buffer.from('salt'),
    hash: Buffer.from([255, 254, 253]),
  };
  expect(toStored(stored)).toBe('$scrypt$ln=15,r=8,p=3$c2FsdA$__79');
  expect(fromStored(toStored(stored))).toEqual(stored);
  expect(() => fromStored('plain')).toThrow('cannot be read');
});
