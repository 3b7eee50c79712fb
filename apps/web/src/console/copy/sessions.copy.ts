/** The texts of sessions. */
import { localized } from '../../language/catalogue.js';

export const sessionsCopy = localized('console/sessions', 'sessionsCopy', {
  title: 'Sessions',
  open: 'Open a session',
  empty: 'No sessions yet',
  emptyHint: 'In a session people talk with each other, while each device records its own picture and sound.',
  statuses: { open: 'Open', closed: 'Ended', expired: 'Expired' },
  people: (count: number) =>
    count === 0 ? 'Nobody joined yet' : count === 1 ? '1 person joined' : `${count} people joined`,
  opened: (roomCode: string) => `The session ${roomCode} is open`,
  openedHint: 'Copy the links now: they are not shown again. Whoever has the link for guests can join.',
  joinUrl: 'Link for guests',
  hostUrl: 'Link for the host',
  page: 'Its page',
  stored: 'I have stored them',
});

export const sessionCopy = localized('console/sessions', 'sessionCopy', {
  title: (roomCode: string) => `Session ${roomCode}`,
  back: 'All sessions',
  about: 'About the session',
  until: (when: string) => `People can join until ${when}.`,
  ended: (when: string) => `Ended ${when}.`,
  host: 'Enter as the host',
  people: 'People',
  nobody: 'Nobody has joined yet.',
  roles: { host: 'Host', guest: 'Guest' },
  present: 'Here now',
  left: (when: string) => `Left ${when}`,
  removed: (when: string) => `Removed ${when}`,
  joined: (when: string) => `Joined ${when}`,
  remove: (name: string) => `Remove ${name}`,
  removeHint:
    'They leave the room, and their link stops working unless others came with it too. What they recorded until then they can still send.',
  removeAction: 'Remove from the room',
  takes: 'Takes',
  noTakes: 'Nothing has been recorded yet.',
  take: (number: number) => `Take ${number}`,
  recording: 'Being recorded now',
  between: (from: string, to: string) => `${from} to ${to}`,
});

export const storedCopy = localized('console/sessions', 'storedCopy', {
  title: 'What has been stored',
  empty: 'No device has sent anything yet.',
  unknown: 'Unknown participant',
  states: { open: 'On its way', completed: 'All stored', aborted: 'Given up' },
  of: (stored: string, size: string) => `${stored} of at least ${size}`,
});

export const invitesCopy = localized('console/sessions', 'invitesCopy', {
  title: 'Invitations',
  empty: 'No invitations.',
  invite: 'Make another link for guests',
  shown: 'Link for guests',
  shownHint: 'Copy it now: it is not shown again. Whoever has it can join.',
  made: (when: string) => `Made ${when}`,
  guests: (count: number) =>
    count === 0
      ? 'Nobody came with it'
      : count === 1
        ? '1 guest came with it'
        : `${count} guests came with it`,
  valid: (when: string) => `Works until ${when}`,
  revoked: (when: string) => `Revoked ${when}`,
  over: 'Works no more',
  revoke: (when: string) => `Revoke the link made ${when}`,
});

export const endSessionCopy = localized('console/sessions', 'endSessionCopy', {
  title: 'End and recording',
  end: 'End the session',
  hint: 'Everybody leaves the room, and what was recorded becomes a recording. It cannot be opened again.',
  confirm: 'End for everybody',
  find: 'Find its recording',
  findHint: 'Asks the server to make the recording of what has arrived, if it is not there yet.',
  outcomes: {
    created: 'The recording was made.',
    existing: 'The recording is there.',
    empty: 'Nothing has been recorded. If a device sends something later, it becomes a recording by itself.',
    failed:
      'The recording could not be made now. Nothing is lost: the server tries again every minute, or try it yourself.',
  },
  errorId: (id: string) => `For support: ${id}`,
  again: 'Try again',
  saved: (count: number) => (count === 1 ? '1 file was saved.' : `${count} files were saved.`),
  recording: 'Open the recording',
});
