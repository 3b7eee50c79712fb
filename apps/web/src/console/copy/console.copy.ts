/** The texts of the console. */
import { localized } from '../../language/catalogue.js';

export const shellCopy = localized('console/console', 'shellCopy', {
  product: 'Capture',
  skip: 'Skip to the content',
  navigation: 'Console',
  requests: 'Requests',
  sessions: 'Sessions',
  recordings: 'Recordings',
  keys: 'API keys',
  webhooks: 'Webhooks',
  events: 'Events',
  signOut: 'Sign out',
  loading: 'Loading…',
  more: 'Show more',
  noMore: 'That is all.',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the text and copy it by hand.',
  cancel: 'Cancel',
  notAllowed: {
    title: 'You may not see this page',
    body: 'Your role in this organization does not include it. An admin or an owner can give you another role.',
  },
  unknown: {
    title: 'There is nothing at this address',
    body: 'It may have been deleted, or belongs to another organization. Check the address, or go on from the navigation.',
  },
  problem: 'That did not work',
});

export const shownOnceCopy = localized('console/console', 'shownOnceCopy', {
  hint: 'Copy it now and keep it safe. It is not shown again.',
  stored: 'I have stored it',
});

export const signInCopy = localized('console/console', 'signInCopy', {
  title: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
  action: 'Sign in',
  forgot: 'Forgotten password',
  wrong: 'E-mail address or password are wrong.',
  ended: 'It took too long, or the sign-in was ended. Sign in again.',
});

export const singleSignOnCopy = localized('console/console', 'singleSignOnCopy', {
  action: 'Continue with single sign-on',
  refused: 'You are not signed in',
  ended: 'It took too long, or the sign-in was ended. Begin again.',
  back: 'Back to the sign-in',
});

export const signInCodeCopy = localized('console/console', 'signInCodeCopy', {
  title: 'Enter your code',
  code: 'Code',
  hint: 'The six digits that your authenticator shows now, or one of your recovery codes.',
  action: 'Sign in',
  back: 'Back',
  wrong: 'This code is not right, or was used before. Wait for the next one.',
});

/** Instead of the server's own sentence, where these pages know better what to do next. */
export const problemCopy = localized('console/console', 'problemCopy', {
  network: 'The server did not answer. Check your connection and try again.',
  rate_limited: 'There were too many requests. Wait a moment and try again.',
  insufficient_role: 'Your role in this organization does not include this.',
  internal: 'The server made a mistake. Try again.',
  service_unavailable: 'The server is busy. Try again in a moment.',
});

export const keysCopy = localized('console/console', 'keysCopy', {
  title: 'API keys',
  intro: 'Programs call the API with a key. A key is shown once, when it is made.',
  empty: 'No keys yet',
  create: 'Create a key',
  name: 'Name',
  mode: 'Mode',
  modes: { live: 'Live', test: 'Test' },
  expires: 'Works until',
  expiresHint: 'Leave it empty for a key that works until it is revoked.',
  until: (when: string) => `works until ${when}`,
  scopes: 'What it may do',
  noScope: 'Choose at least one thing that it may do.',
  statuses: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  shown: (name: string) => `The key “${name}”`,
  endsWith: (hint: string) => `ends with ${hint}`,
  lastUsed: (when: string | null) => (when === null ? 'Never used' : `Last used ${when}`),
  rotate: (name: string) => `Rotate ${name}`,
  rotateHint: 'Makes another text for it. The one before works for another 24 hours.',
  rotateAction: 'Make another text',
  revoke: (name: string) => `Revoke ${name}`,
  revokeHint: 'Every program with this key is refused from then on. It cannot be undone.',
  revokeLabel: (name: string) => `To confirm, type the name: ${name}`,
  revokeAction: 'Revoke for good',
  revoked: (name: string) => `The key “${name}” is revoked.`,
  cancel: 'Cancel',
});

/** Amounts of footage. */
export const amountCopy = localized('console/console', 'amountCopy', {
  hours: (hours: string) => `${hours} h`,
  minutes: (minutes: number) => `${minutes} min`,
  seconds: (seconds: number) => `${seconds} s`,
});

export const languageCopy = localized('console/console', 'languageCopy', {
  title: 'Language',
  hint: 'Of these pages, in this browser. Mails and the names that people gave stay as they are.',
});
