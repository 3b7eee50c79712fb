/** The texts of requests. */
import { localized } from '../../language/catalogue.js';

export const requestsCopy = localized('console/requests', 'requestsCopy', {
  title: 'Requests',
  create: 'New request',
  status: 'Status',
  all: 'All',
  statuses: { draft: 'Draft', active: 'Open', closed: 'Closed' },
  empty: 'No requests yet',
  emptyHint: 'A request is a question that people answer with a recording, each on their own device.',
  emptyFiltered: 'No requests with this status',
  search: 'Search by title',
  nothingFound: 'No title has this text in it',
  notYetFound: 'Nothing in the newest requests. Show more looks at those before them.',
  found: (count: number, more: boolean) =>
    `${count === 1 ? '1 request' : `${count} requests`} found${more ? ' so far' : ''}.`,
  contacts: (count: number) => (count === 1 ? '1 person asked' : `${count} people asked`),
  submissions: (count: number) => (count === 1 ? '1 recording' : `${count} recordings`),
});

export const requestFormCopy = localized('console/requests', 'requestFormCopy', {
  newTitle: 'New request',
  editTitle: 'Change the request',
  name: 'Title',
  nameHint: 'What you call it in this list. Respondents see it too.',
  prompt: 'Question',
  promptHint: 'What people read before they record.',
  minutes: 'Longest recording, in minutes',
  deadline: 'Open until',
  deadlineHint:
    'In your time zone. From then on nobody can record. Leave it empty for a request that you close yourself.',
  release: 'Release',
  releaseHint: 'Terms that everybody accepts before submitting. Leave it empty to ask for none.',
  openLink: 'A link that anybody may use',
  create: 'Create as a draft',
  save: 'Save',
  cancel: 'Cancel',
  preview: 'What people will see',
  noTitle: 'Title',
  noPrompt: 'Question',
});

export const requestCopy = localized('console/requests', 'requestCopy', {
  back: 'All requests',
  edit: 'Change',
  launch: 'Launch',
  launchHint: 'Links work from then on.',
  close: 'Close',
  closeHint: 'Nobody can record for it any more. It cannot be opened again.',
  closeConfirm: 'Close for good',
  closeCancel: 'Keep it open',
  openLink: 'Link for anybody',
  rotate: 'Replace the link for anybody',
  rotated: 'The link for anybody is a new one.',
  deadline: (when: string) => `Open until ${when}`,
  prompt: 'Question',
  limit: (minutes: number) => `At most ${minutes} min a recording`,
  launched: 'The request is open.',
  closed: 'The request is closed.',
});

export const deleteRequestCopy = localized('console/requests', 'deleteRequestCopy', {
  title: 'Delete the request',
  hint: 'It goes for good, with its people, their links, and the list of what came back. The recordings themselves stay in the library.',
  word: 'delete',
  label: (word: string) => `To confirm, type: ${word}`,
  action: 'Delete for good',
});

export const rosterCopy = localized('console/requests', 'rosterCopy', {
  title: 'People',
  empty: 'Nobody is asked by a link of their own yet.',
  nobodyCan: 'So nobody can answer. Add people here, or choose “A link that anybody may use” under Change.',
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
  rotate: (name: string) => `Replace the link of ${name}`,
  rotated: (name: string) => `The link of ${name} is a new one.`,
  remove: (name: string) => `Remove ${name}`,
  removeHint:
    'Their link stops working at once, also for a recording that is being sent. A recording that has arrived stays.',
  removeAction: 'Remove for good',
  removed: (name: string) => `${name} is removed.`,
});

export const submissionsCopy = localized('console/requests', 'submissionsCopy', {
  title: 'Recordings',
  empty: 'Nothing has come back yet.',
  play: (name: string) => `Play the recording of ${name}`,
  playing: (name: string) => `Recording of ${name}`,
  page: (name: string) => `Page of the recording of ${name}`,
  notReady: 'It is still arriving. Try again in a moment.',
  gone: 'The footage was deleted.',
  lapsed: 'It could not be played. Play it again.',
  download: (name: string) => `Download the recording of ${name}`,
  saveCsv: 'Save the list as CSV',
  file: 'submissions',
  evidence: (name: string) => `Save the evidence of ${name}`,
  consent: 'Release accepted',
  consentBy: (name: string, when: string) => `${name} accepted on ${when}`,
});

export const rotateLinkCopy = localized('console/requests', 'rotateLinkCopy', {
  hint: 'The link that is there stops working at once, also for a recording that is being sent. Send the new one to whoever needs it.',
  action: 'Make another link',
});
