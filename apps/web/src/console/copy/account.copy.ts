/** The texts of one's own account. */
import { localized } from '../../language/catalogue.js';

export const accountCopy = localized('console/account', 'accountCopy', {
  title: 'Your account',
  intro: (email: string) => `What ${email} signs in with, in every organization.`,
  tooMany: 'There were too many tries. Wait a quarter of an hour and try again.',
  currentPassword: 'Current password',
  cancel: 'Cancel',
});

export const ownDataCopy = localized('console/account', 'ownDataCopy', {
  title: 'Your data',
  hint: 'Who you are here, your organizations, second factor, passkeys and sign-ins. What you did is in the audit log of each organization.',
  save: 'Save your data',
  file: 'your-account.json',
});

export const passwordCopy = localized('console/account', 'passwordCopy', {
  title: 'Password',
  current: 'Password until now',
  next: 'New password',
  hint: 'At least 12 characters. Your other sign-ins end.',
  save: 'Change the password',
  saved: 'The password is changed. Your other sign-ins have ended.',
});

export const secondFactorCopy = localized('console/account', 'secondFactorCopy', {
  title: 'Second factor',
  off: 'It is off: your password alone signs you in.',
  offHint: 'With it, whoever has your password still needs your phone. You need an authenticator app.',
  on: (when: string) => `It is on since ${when}: a code is asked for after your password.`,
  codesLeft: (count: number) =>
    count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`,
  fewLeft: 'Make new ones before they run out. Without your phone and a recovery code you cannot sign in.',
  turnOn: 'Turn it on',
  turnOnHint: 'Enter your password first.',
  turnedOn: 'The second factor is on. Your other sign-ins have ended.',
  turnOff: 'Turn it off',
  turnOffHint: 'Your password alone signs you in from then on. Your other sign-ins end.',
  turnedOff: 'The second factor is off.',
  renew: 'Make new recovery codes',
  renewHint: 'The ones before stop working. Your other sign-ins end.',
  renewed: 'There are new recovery codes.',
  go: 'Continue',
  code: 'Code',
  codeHint: 'The six digits that your authenticator shows now, or one of your recovery codes.',
  scanTitle: 'Add Capture to your authenticator',
  scan: 'Scan this with the app, or type the secret into it. It works within an hour and is not shown again.',
  picture: 'QR code of the secret',
  secret: 'Secret',
  firstCode: 'Code that the app shows',
  confirm: 'Turn the second factor on',
});

export const recoveryCopy = localized('console/account', 'recoveryCopy', {
  title: 'Recovery codes',
  hint: 'Each of them signs you in once without your phone. Keep them apart from it. They are not shown again.',
  copy: 'Copy the codes',
  save: 'Save as a file',
  file: 'capture-recovery-codes.txt',
  stored: 'I have stored them',
});

export const signInsCopy = localized('console/account', 'signInsCopy', {
  title: 'Where you are signed in',
  unknown: 'A browser that did not say what it is',
  here: 'this one',
  used: (organization: string, since: string, last: string) =>
    `${organization} · since ${since} · last used ${last}`,
  end: (browser: string, when: string) => `Sign out ${browser}, since ${when}`,
  ended: (browser: string) => `${browser} is signed out.`,
  everywhere: 'Sign out everywhere',
  everywhereHint: 'All of these end at once, this one too. Rooms that you host are left.',
  everywhereAction: 'Sign out of all',
});

export const organizationsCopy = localized('console/account', 'organizationsCopy', {
  title: 'Your organizations',
  intro: 'You are signed in to one of them at a time. Enter your password to go to another.',
  here: 'you are here',
  go: (name: string) => `Go to ${name}`,
  action: 'Go there',
  wrong: 'This is not your password.',
  ended: 'It took too long. Enter your password again.',
});
