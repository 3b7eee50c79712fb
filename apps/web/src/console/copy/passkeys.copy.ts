/** The texts of passkeys. */
import { localized } from '../../language/catalogue.js';

export const passkeysCopy = localized('console/passkeys', 'passkeysCopy', {
  title: 'Passkeys',
  hint: 'A passkey signs you in with your fingerprint, face or PIN on a device, without password and code.',
  unsupported: 'This browser has no passkeys.',
  none: 'You have none.',
  used: (since: string, last: string | null) =>
    last === null ? `added ${since} · not used yet` : `added ${since} · last used ${last}`,
  add: 'Add a passkey',
  addHint: 'Enter your password first. Then your browser asks for your fingerprint, face or PIN.',
  name: 'Name',
  nameHint: 'By which you recognize it. The name of this browser if you leave it empty.',
  go: 'Continue',
  added: (name: string) => `${name} is added.`,
  remove: (name: string) => `Remove ${name}`,
  removeHint: 'It does not sign you in any more. Your other sign-ins end.',
  removed: (name: string) => `${name} is removed.`,
  signIn: 'Sign in with a passkey',
  notGiven: 'Your device gave no passkey, or you stopped it. Try again.',
  known: 'This device has a passkey of yours already.',
  wrongAddress: 'Passkeys need https, and a name in place of a number in the address.',
});
