/** The texts of the screens of a room. */
import { localized } from '../../language/catalogue.js';

export const hostSignInCopy = localized('room/screens', 'hostSignInCopy', {
  title: 'Sign in to host',
  intro: 'A host has an account. Guests need none: send them their invitation instead of this link.',
  action: 'Sign in',
  passkey: 'Sign in with a passkey',
  email: 'E-mail address',
  password: 'Password',
  code: 'Code of your authenticator, or a recovery code',
});

export const greenRoomCopy = localized('room/screens', 'greenRoomCopy', {
  region: 'Your camera and microphone',
  self: 'You, as the camera sees you',
  waiting: 'Waiting for your camera. If your browser asks, choose Allow.',
  host: 'Host the room',
  join: 'Join the room',
  tone: 'Test your speakers',
  hint: 'Wear headphones if you can: the others then hear themselves on no recording of yours. What you record stays on this device until a take ends, and is sent in full quality afterwards.',
  name: 'Your name',
  enterAsHost: 'Enter as host',
  enter: 'Enter the room',
  again: 'Try again',
  testing: 'Say something…',
  test: 'Record four seconds to try it',
  tested: 'Your test recording',
});

export const stageCopy = localized('room/screens', 'stageCopy', {
  own: 'Your room',
  title: 'The room',
  lost: 'The connection was lost',
  lostHint: 'Trying again. What is being recorded goes on being recorded.',
  close: 'Close',
  recorded: 'What you recorded',
  notRecording: 'This device is not recording',
  notRecordingHint: 'The camera, the microphone or the storage failed. It is tried again every second.',
  notRecorded: 'Nothing of the last take was recorded on this device',
  notRecordedHint: 'It was too short, or the camera, the microphone or the storage failed. Tell the host.',
  noTake: 'No take yet',
  takes: (count: number) => `${count} recorded`,
  takeIn: (number: number) => `Take ${number} in`,
  take: (number: number, time: string) => `Take ${number} · ${time}`,
  time: 'Time recorded',
});

export const tileCopy = localized('room/screens', 'tileCopy', {
  people: 'People in the room',
  you: 'You',
  own: (name: string) => `${name} (you)`,
  speaks: 'speaks',
  screenOf: (name: string) => `${name}’s screen`,
  mute: 'Mute',
  muteThem: (name: string) => `Mute ${name}`,
  remove: 'Remove',
  removeThem: (name: string) => `Remove ${name}`,
  keep: 'Keep',
  removeFromRoom: 'Remove from the room',
});

export const controlsCopy = localized('room/screens', 'controlsCopy', {
  region: 'Your controls',
  mute: 'Mute',
  unmute: 'Unmute',
  isReady: 'You are ready',
  ready: 'I am ready',
  share: 'Share screen',
  stopSharing: 'Stop sharing',
  devices: 'Devices',
  leave: 'Leave',
  camera: 'Camera',
  microphone: 'Microphone',
});

export const hostCopy = localized('room/screens', 'hostCopy', {
  region: 'Host',
  start: 'Start a take',
  stop: 'Stop the take',
  end: 'End the room',
  endTitle: 'End the room for everybody?',
  endHint: 'Everybody leaves, and nobody can enter again. What was recorded goes on being sent.',
  endAction: 'End it for everybody',
  keep: 'Keep it open',
  invite: 'Invite people',
  others: 'The others',
  stored: (percent: number) => `${percent} % stored`,
});

export const invitationsCopy = localized('room/screens', 'invitationsCopy', {
  title: 'Invitations',
  failed: 'That did not work. Check your connection, then try again.',
  none: 'No link lets anybody in at the moment.',
  links: 'Links that let people in',
  made: (when: string) => `Made ${when}.`,
  guests: (count: number) =>
    count === 0
      ? 'Nobody came with it.'
      : count === 1
        ? '1 guest came with it.'
        : `${count} guests came with it.`,
  revoke: 'Revoke',
  revokeThat: (when: string) => `Revoke the link made ${when}`,
  hint: 'Nobody enters with a revoked link. Whoever is in the room stays.',
  make: 'Make a new link',
  link: 'Link for guests',
  linkHint: 'Copy it now: it is not shown again. Whoever has it can enter.',
  copy: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'Select the link and copy it yourself.',
});

export const chatCopy = localized('room/screens', 'chatCopy', {
  title: 'Chat',
  log: 'Messages',
  you: 'You',
  message: 'Message to everybody',
  send: 'Send',
});

export const uploadsCopy = localized('room/screens', 'uploadsCopy', {
  safe: 'Everything is safe. You can close this tab.',
  keepOpen: (left: string) => `Keep this tab open: ${left}.`,
  unfinished: 'Keep this tab open: a recording is not finished yet.',
  tracks: 'Your tracks',
  failed: 'Something could not be sent',
  failedHint:
    'It is safe on this device. Try again; if it happens again, open this page later in the same browser.',
  again: 'Send again',
});

export const afterCopy = localized('room/screens', 'afterCopy', {
  ended: 'The room has ended',
  left: 'You have left the room',
  nothing: 'Nothing was recorded on this device. You can close this tab.',
  comeBack: 'Come back in',
  again: 'Try again',
});

export const storedTracksCopy = localized('room/screens', 'storedTracksCopy', {
  title: 'Everybody’s recordings',
  somebody: 'Somebody',
  complete: 'Nothing of it is on the way any more. A device that was offline is listed when it is back.',
  onTheirWay: (some: number, all: number) =>
    `${some} of ${all} on the way. Devices send while their page is open and online, for up to 14 days.`,
  stored: (size: string) => `${size}, all stored`,
  partly: (stored: string, size: string) => `${stored} of at least ${size} stored`,
  givenUp: (what: string) => `Given up: ${what}`,
});
