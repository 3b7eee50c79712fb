/** The texts of the library of recordings. */
import { localized } from '../../language/catalogue.js';

export const recordingsCopy = localized('console/recordings', 'recordingsCopy', {
  title: 'Recordings',
  empty: 'No recordings yet',
  emptyHint: 'What people send for a request, and what is recorded in a session, is listed here.',
  name: (when: string) => `Recording of ${when}`,
  ofRequest: 'For a request',
  ofSession: 'From a session',
  ofNothing: 'Its request was deleted',
  statuses: { partial: 'Still arriving', complete: 'Complete', expired: 'Footage deleted' },
  tracks: (count: number) => (count === 1 ? '1 track' : `${count} tracks`),
});

export const recordingCopy = localized('console/recordings', 'recordingCopy', {
  back: 'All recordings',
  about: 'About the recording',
  request: 'Its request',
  session: 'Its session',
  kept: (until: string) => `Deleted on ${until}, as the organization keeps recordings for so long.`,
  arrived: (arrived: number, expected: number) => `${arrived} of ${expected} tracks have arrived.`,
  host: 'Host',
  guest: 'Guest',
  respondent: 'Respondent',
  kinds: { camera: 'Camera', microphone: 'Microphone', screen: 'Screen' },
  track: (name: string, kind: string, take: number | null) =>
    take === null ? `${name}, ${kind}` : `${name}, ${kind}, take ${take}`,
});

export const playerCopy = localized('console/recordings', 'playerCopy', {
  title: 'Player',
  open: 'Open the player',
  openAll: 'Open the player with the tracks that have arrived since',
  preparing: 'The files are being prepared for playing…',
  nothing: 'Nothing can be played yet.',
  lapsed: 'A file could not be played. Open the player again.',
  play: 'Play',
  pause: 'Pause',
  waiting: 'Waiting for the files…',
  position: 'Position',
  positionOf: (at: string, total: string) => `${at} of ${total}`,
  keys: 'Arrow keys move by a second, with Shift by ten.',
  mute: (name: string) => `Mute ${name}`,
  lane: (from: string, to: string, gaps: number) =>
    `${from} to ${to}${gaps === 0 ? '' : gaps === 1 ? ', 1 gap' : `, ${gaps} gaps`}`,
});

export const tracksCopy = localized('console/recordings', 'tracksCopy', {
  title: 'Tracks',
  empty: 'No track has arrived yet.',
  states: {
    recording: 'Being recorded',
    uploading: 'On its way',
    stranded: 'Waiting for its device',
    processing: 'Being checked',
    available: 'Arrived',
    failed: 'Could not be saved',
    expired: 'Footage deleted',
  },
  offset: (seconds: string) => `begins at ${seconds}`,
  download: (name: string) => `Download: ${name}`,
  editing: 'Timeline for editors (.otio)',
});

export const manifestCopy = localized('console/recordings', 'manifestCopy', {
  summary: 'Capture manifest',
  check: 'Checked in this browser, with the published keys of this server:',
  checking: 'The signature is being checked…',
  verdicts: {
    verified: 'Verified: the manifest is as it was signed, and tells of this file.',
    changed: 'Does not match: the manifest was changed after it was signed.',
    other_track: 'Does not match: the manifest is signed, but tells of another file.',
    unknown_key: 'Does not match: none of the published keys signed it.',
    unsupported:
      'This browser cannot check it. Save the manifest and check it with “capture manifest verify”.',
  },
  save: 'Save the manifest',
});

export const deleteRecordingCopy = localized('console/recordings', 'deleteRecordingCopy', {
  title: 'Delete the recording',
  hint: 'All its files are deleted at once and cannot be had back. Download links stop working.',
  word: 'delete',
  label: (word: string) => `To confirm, type: ${word}`,
  action: 'Delete for good',
  done: 'The recording is deleted',
  receipt: 'A signed receipt says what was deleted. It is not shown again.',
  saveReceipt: 'Save the receipt',
});
