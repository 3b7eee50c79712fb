import { invalidField } from '@capture/contracts';

/** Length of a password in characters, after normalization. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;

/** Cost parameters of scrypt (RFC 7914); N is 2^ln. */
export interface ScryptCost {
  ln: number;
  r: number;
  p: number;
}

export interface StoredPassword {
  cost: ScryptCost;
  salt: Buffer;
  hash: Buffer;
}

/** One form for characters that keyboards encode in several ways (NFKC, NIST SP 800-63B). */
export function normalized(password: string): string {
  return password.normalize('NFKC');
}

/**
 * The normalized password, ready to be hashed.
 * @param email of the person, in its one form
 * @throws AppError `invalid_input`
 */
export function acceptable(password: string, email: string): string {
  const text = normalized(password);
  const length = [...text].length;
  const { min, max } = PASSWORD_LENGTH;
  if (length < min || length > max)
    throw invalidField('password', 'length', `password must have ${min} to ${max} characters.`);
  if (text.toLowerCase() === normalized(email).toLowerCase())
    throw invalidField('password', 'not_allowed', 'password must not be the e-mail address.');
  return text;
}

const STORED = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** The stored form names its cost, so that a password stays valid when the cost of new ones changes. */
export function toStored({ cost: { ln, r, p }, salt, hash }: StoredPassword): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

export function fromStored(text: string): StoredPassword {
  const [, ln, r, p, salt, hash] = STORED.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password cannot be read');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
