/** The texts of a room's pages: what happened, and what to do next. */
import type { TrackUpload } from '@capture/browser/room';
import { localized } from '../../language/catalogue.js';
import { entryPages, type Copy } from '../../ui/copy/page.copy.js';
import type { NoteKind } from '../flow/room.snapshot.js';
import type { PageKind, Problem } from '../flow/room.phase.js';

const ASK_HOST = 'If you think this is a mistake, ask the person who invited you.';

export const pageCopy: Record<PageKind, Copy> = localized('room/room', 'pageCopy', {
  ...entryPages,
  link_expired: {
    title: 'This invitation no longer works',
    body: [
      'It was withdrawn, has expired, or belongs to another room. Ask the person who invited you for a new one.',
    ],
  },
  closed: {
    title: 'This room has ended',
    body: ['Nobody can enter it any more. Ask the host to open another one if there is more to record.'],
  },
  full: {
    title: 'This room is full',
    body: ['Every seat is taken. Open your link again when a guest has left, or ask the host.'],
  },
  paused: {
    title: 'This room takes nobody in at the moment',
    body: ['The host’s account is paused. Ask the person who invited you.'],
  },
  removed: {
    title: 'You were removed from the room',
    body: [`The host ended your part in it. ${ASK_HOST}`],
  },
  replaced: {
    title: 'You are in the room in another window',
    body: ['This one has been left, so that you are there once. Close it, or reload it to continue here.'],
  },
  host_only: {
    title: 'You cannot host this room',
    body: [
      'Your account may not host this room. Open the complete host link, or sign in as the person who created the room.',
    ],
  },
  unreachable: {
    title: 'The room could not be reached',
    body: ['The service did not answer. Check your connection, then reload the page.'],
  },
});

export const problemCopy: Record<Problem, Copy> = localized('room/room', 'problemCopy', {
  permission_denied: {
    title: 'The camera and microphone are blocked for this page',
    body: [
      'Select the camera or settings icon beside the address, allow camera and microphone, then try again. If nothing changes, allow your browser to use them in the privacy settings of your device.',
    ],
  },
  no_devices: {
    title: 'No camera or microphone could be used',
    body: ['Connect one, or close other programs that are using it, such as a video call. Then try again.'],
  },
  rate_limited: { title: 'Too many attempts in a short time', body: ['Wait a minute, then try again.'] },
  network: {
    title: 'There is no connection to the service',
    body: ['Check your connection, then try again.'],
  },
  other: { title: 'That did not work', body: ['Try again. If it happens again, reload the page.'] },
});

export const signInCopy = localized('room/room', 'signInCopy', {
  wrong: 'The address or the password is not right.',
  wrong_code: 'This code is not right, or was used before. Wait for the next one.',
  wrong_passkey: 'That did not sign you in. Try again, or use your password.',
  ended: 'It took too long, or the sign-in was ended. Sign in again.',
  stranger:
    'This account is not of the organization whose room this is, or the room has been deleted. Sign in with another account, or ask the person who sent you the link.',
  single_sign_on:
    'The organization whose room this is takes no passwords and passkeys. Sign in to the console with single sign-on, then open this link again.',
  rate_limited: 'Too many attempts in a short time. Wait some minutes, then try again.',
  network: 'There is no connection to the service. Check yours, then try again.',
});

export const noteCopy: Record<NoteKind, string> = localized('room/room', 'noteCopy', {
  muted: 'The host has muted you. Unmute yourself when you want to speak.',
  device_refused:
    'That device could not be used, so you are back with the one from before. Close other programs that use it, such as a video call, then choose it again.',
  screen_refused:
    'Nothing is shared. Choose a screen or window when your browser asks; if it does not ask, allow it to record the screen in the privacy settings of your device.',
  slow: 'This device records fewer pictures than before, so the others see a smaller picture of you, or none, until the take ends. Close other programs and tabs; what is recorded goes on.',
  turn_refused:
    'The relay for conversations refused this page. You may not hear or see everybody; recording works all the same. Tell the host.',
  turn_unreachable:
    'No way was found to the others through your network. You may not hear or see them; recording works all the same.',
});

/** What a person's device says about itself. */
export const deviceStates = localized('room/room', 'deviceStates', {
  offline: 'Offline',
  failed: 'Not recording',
  storageShort: 'Storage is short',
  silent: 'Microphone silent',
  muted: 'Muted',
  recording: 'Recording',
  allSafe: 'All safe',
  safeSeconds: (safe: number, recorded: number) => `${safe} of ${recorded} seconds safe`,
  safeMinutes: (safe: number, recorded: number) => `${safe} of ${recorded} minutes safe`,
  ready: 'Ready',
  connecting: 'Connecting…',
});

export const phaseCopy: Record<TrackUpload['phase'], string> = localized('room/room', 'phaseCopy', {
  queued: 'Waiting for its turn',
  sending: 'Sending',
  waiting: 'Waiting for the network',
  verifying: 'Being checked',
  done: 'Safe',
  failed: 'Could not be sent',
});

export const trackCopy = localized('room/room', 'trackCopy', {
  screen: (take: number) => `Screen, take ${take}`,
  camera: (take: number) => `Camera, take ${take}`,
  lasting: (name: string, length: string) => `${name}, ${length}`,
  left: (amount: string) => `${amount} left`,
});

/** In the tab's title. */
export const titleCopy = localized('room/room', 'titleCopy', {
  sending: 'Sending',
  recording: '● Recording',
  room: 'Room',
});

/** What a screen reader is told: changes of the room that only eyes would notice. */
export const announcementCopy = localized('room/room', 'announcementCopy', {
  allSafe: 'Everything is safe.',
  sending: 'Sending what you recorded.',
  reconnecting: 'The connection was lost. Trying again.',
  take: (number: number) => `Take ${number} is being recorded.`,
  people: (count: number) => (count === 1 ? 'You are alone in the room.' : `${count} people in the room.`),
});
