/** The texts of the console. */

export const shellCopy = {
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
};

export const shownOnceCopy = {
  hint: 'Copy it now and keep it safe. It is not shown again.',
  stored: 'I have stored it',
};

export const signInCopy = {
  title: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
  action: 'Sign in',
  forgot: 'Forgotten password',
  wrong: 'E-mail address or password are wrong.',
  ended: 'It took too long, or the sign-in was ended. Sign in again.',
};

export const singleSignOnCopy = {
  action: 'Continue with single sign-on',
  refused: 'You are not signed in',
  ended: 'It took too long, or the sign-in was ended. Begin again.',
  back: 'Back to the sign-in',
};

export const signInCodeCopy = {
  title: 'Enter your code',
  code: 'Code',
  hint: 'The six digits that your authenticator shows now, or one of your recovery codes.',
  action: 'Sign in',
  back: 'Back',
  wrong: 'This code is not right, or was used before. Wait for the next one.',
};

/** Instead of the server's own sentence, where these pages know better what to do next. */
export const problemCopy: Record<string, string> = {
  network: 'The server did not answer. Check your connection and try again.',
  rate_limited: 'There were too many requests. Wait a moment and try again.',
  insufficient_role: 'Your role in this organization does not include this.',
  internal: 'The server made a mistake. Try again.',
  service_unavailable: 'The server is busy. Try again in a moment.',
};

export const requestsCopy = {
  title: 'Requests',
  create: 'New request',
  status: 'Status',
  all: 'All',
  statuses: { draft: 'Draft', active: 'Open', closed: 'Closed' },
  empty: 'No requests yet',
  emptyHint: 'A request is a question that people answer with a recording, each on their own device.',
  emptyFiltered: 'No requests with this status',
  contacts: (count: number) => (count === 1 ? '1 person asked' : `${count} people asked`),
  submissions: (count: number) => (count === 1 ? '1 recording' : `${count} recordings`),
};

export const requestFormCopy = {
  newTitle: 'New request',
  editTitle: 'Change the request',
  name: 'Title',
  nameHint: 'What you call it in this list. Respondents see it too.',
  prompt: 'Question',
  promptHint: 'What people read before they record.',
  minutes: 'Longest recording, in minutes',
  release: 'Release',
  releaseHint: 'Terms that everybody accepts before submitting. Leave it empty to ask for none.',
  openLink: 'A link that anybody may use',
  create: 'Create as a draft',
  save: 'Save',
  cancel: 'Cancel',
};

export const requestCopy = {
  back: 'All requests',
  edit: 'Change',
  launch: 'Launch',
  launchHint: 'Links work from then on.',
  close: 'Close',
  closeHint: 'Nobody can record for it any more. It cannot be opened again.',
  closeConfirm: 'Close for good',
  closeCancel: 'Keep it open',
  openLink: 'Link for anybody',
  prompt: 'Question',
  limit: (minutes: number) => `At most ${minutes} min a recording`,
  launched: 'The request is open.',
  closed: 'The request is closed.',
};

export const rosterCopy = {
  title: 'People',
  empty: 'Nobody is asked by a link of their own yet.',
  label: 'Add people, one a line',
  hint: 'Name and e-mail address, as they come from a mail program or a table: “Ada Okafor <ada@example.com>”.',
  preview: (people: number) => (people === 1 ? '1 person to add.' : `${people} people to add.`),
  unread: (lines: readonly number[]) => `Without a name or an address: line ${lines.join(', ')}.`,
  tooMany: (most: number) => `At most ${most} people at a time.`,
  add: 'Add',
  added: (people: number) => (people === 1 ? '1 person was added.' : `${people} people were added.`),
  suppressed: (emails: readonly string[]) =>
    `Not added, as they must not be contacted: ${emails.join(', ')}.`,
  statuses: { invited: 'No recording yet', submitted: 'Recorded' },
  link: (name: string) => `Link of ${name}`,
};

export const submissionsCopy = {
  title: 'Recordings',
  empty: 'Nothing has come back yet.',
  play: (name: string) => `Play the recording of ${name}`,
  playing: (name: string) => `Recording of ${name}`,
  page: (name: string) => `Page of the recording of ${name}`,
  notReady: 'It is still arriving. Try again in a moment.',
  gone: 'The footage was deleted.',
  lapsed: 'It could not be played. Play it again.',
  consent: 'Release accepted',
  consentBy: (name: string, when: string) => `${name} accepted on ${when}`,
};

export const keysCopy = {
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
};
