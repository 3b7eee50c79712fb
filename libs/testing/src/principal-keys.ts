import { publicKeyOf } from '@capture/platform';

/** Signs the principal header in tests, as base64 of a 32-byte Ed25519 seed. */
export const PRINCIPAL_SIGNING_KEY = Buffer.from('the seed of a gateway of a test!').toString('base64');

/** Settings by which a process under test believes the headers that `PRINCIPAL_SIGNING_KEY` signed. */
export const PRINCIPAL_ENV = { CAPTURE_PRINCIPAL_PUBLIC_KEYS: publicKeyOf(PRINCIPAL_SIGNING_KEY) };
