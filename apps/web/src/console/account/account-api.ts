import { call, type Answer, type Body } from '../api/console-client.js';

const FACTOR = '/console/api/second-factor';
const PASSKEYS = '/console/api/passkeys';
const SIGN_INS = '/console/api/sign-ins';

export type OwnSignIn = Answer<typeof SIGN_INS, 'get'>['data'][number];
/** A secret that is shown once, as text and as `otpauth:` URI. */
export type BegunFactor = Answer<`${typeof FACTOR}/begin`, 'post'>;
export type OwnPasskey = Answer<typeof PASSKEYS, 'get'>['data'][number];
export type Proof = Body<`${typeof FACTOR}/remove`, 'post'>;
export type NewPassword = Body<'/console/api/password', 'post'>;

export const accountKeys = {
  all: ['account'] as const,
  factor: ['account', 'second-factor'] as const,
  passkeys: ['account', 'passkeys'] as const,
  signIns: ['account', 'sign-ins'] as const,
};

export const changePassword = (body: NewPassword) => call('post', '/console/api/password', { body });

export const readFactor = () => call('get', FACTOR);
export const beginFactor = ({ currentPassword }: Proof) =>
  call('post', `${FACTOR}/begin`, { body: { currentPassword } });
export const confirmFactor = (code: string) => call('post', `${FACTOR}/confirm`, { body: { code } });
export const removeFactor = (body: Proof) => call('post', `${FACTOR}/remove`, { body });
export const renewCodes = (body: Proof) => call('post', `${FACTOR}/recovery-codes`, { body });

export const listPasskeys = () => call('get', PASSKEYS);
export const beginPasskey = (proof: Proof) =>
  call('post', `${PASSKEYS}/begin`, { body: withoutEmpty(proof) });
export const addPasskey = (body: Body<typeof PASSKEYS, 'post'>) => call('post', PASSKEYS, { body });
export const removePasskey = (id: string, proof: Proof) =>
  call('post', `${PASSKEYS}/{id}/remove`, { at: { id }, body: withoutEmpty(proof) });

export const listSignIns = () => call('get', SIGN_INS);
export const endSignIn = (id: string) => call('delete', `${SIGN_INS}/{id}`, { at: { id } });
export const signOutEverywhere = () => call('post', '/console/api/sign-out-everywhere');

/** Who has no second factor is asked for no code. */
function withoutEmpty({ currentPassword, code }: Proof): Body<`${typeof PASSKEYS}/begin`, 'post'> {
  return code === '' ? { currentPassword } : { currentPassword, code };
}
