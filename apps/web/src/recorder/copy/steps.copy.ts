/** The texts of the steps of a visit. */
import { localized } from '../../language/catalogue.js';

export const keptTakeCopy = localized('recorder/steps', 'keptTakeCopy', {
  stranded: 'You have a recording that was not sent',
  description: (when: string, length: string) =>
    `It was made on ${when}, lasts ${length}, and is on this device only.`,
  unreadable:
    'It is on this device and was kept, but could not be read just now. Close other tabs of this page, then try again.',
  review: 'Review it',
  reopen: 'Try to open it again',
  old: 'Older recordings on this device that were not sent',
  oldHint:
    'They were made with another link more than 14 days ago. If that link still works, open it to send them. They take up space here until they are sent or deleted.',
  name: (when: string) => `Recording of ${when}`,
  facts: (name: string, length: string, size: string) => `${name}, ${length}, ${size}`,
  save: 'Save as a file',
  delete: 'Delete it',
  sure: 'Deleting it cannot be undone.',
  keep: 'Keep it',
  deleteForGood: 'Delete for good',
});

export const closingCopy = localized('recorder/steps', 'closingCopy', {
  unsent:
    'The recording that you made was not sent, and is on this device only. You can save a copy of it, or delete it.',
  saveCopy: 'Save a copy',
  delete: 'Delete it from this device',
  show: 'Show the recording that I did not send',
  again: 'Try again',
  reference: (id: string) => `Reference for support: ${id}`,
});

export const cameraCopy = localized('recorder/steps', 'cameraCopy', {
  region: 'Camera',
  self: 'You, as the camera sees you',
  waiting: 'Waiting for your camera. If your browser asks, choose Allow.',
  starting: 'Starting…',
  stopping: 'Finishing your recording…',
  recorded: 'Time recorded',
  of: (limit: string) => `of ${limit}`,
  start: 'Start recording',
  hint: (length: string) =>
    `Three seconds to get ready, then up to ${length}. You can record again afterwards.`,
  stop: 'Stop recording',
  back: 'Back',
  cancel: 'Cancel',
});

export const reviewCopy = localized('recorder/steps', 'reviewCopy', {
  title: 'Watch your recording',
  take: 'Your recording',
  tooLong: (limit: string) =>
    `This recording is longer than the ${limit} that are allowed. You can send its beginning. The rest is deleted from this device once the beginning has arrived, so save the whole as a file if you want to keep it.`,
  sendFirst: (limit: string) => `Send the first ${limit}`,
  submit: 'Submit recording',
  saveFile: 'Save as a file',
  saveCopy: 'Save a copy',
  again: 'Record again',
  replaces:
    'The new recording replaces this one. This one is deleted once the new one is running, not before.',
  keep: 'Keep this one',
  replace: 'Replace it',
  name: 'Your name',
  nameMissing: 'Enter your name, so that the person who asked knows who answered.',
  releaseText: 'Release text',
  accept: 'I accept this release',
  releaseMissing: 'Accept the release to submit your recording. Without it, nothing is sent.',
});

export const submittingCopy = localized('recorder/steps', 'submittingCopy', {
  headings: {
    sending: 'Sending your recording',
    waiting: 'Waiting for the network',
    verifying: 'Checking that everything arrived',
  },
  advice: {
    sending: 'Keep this page open until it is done.',
    waiting: 'Sending goes on by itself as soon as you are online. Your recording is safe on this device.',
    verifying: 'All of it is sent. This takes a moment; keep the page open.',
  },
  stop: 'Stop sending',
});

export const doneCopy = localized('recorder/steps', 'doneCopy', {
  title: 'Thank you',
  received: 'Your recording has been received. You can close this page.',
  contact:
    'Changed your mind? Open your link again while the request is open: a new recording replaces this one.',
  open: 'A new recording made through this link in this browser replaces this one.',
});

/** What a screen reader is told. */
export const announcementCopy = localized('recorder/steps', 'announcementCopy', {
  requesting: 'Your browser asks for camera and microphone. Choose Allow.',
  countdownCancelled: 'Countdown cancelled.',
  preview: 'Camera and microphone are on. Nothing is being recorded yet.',
  countdown: (seconds: number) => `Recording starts in ${seconds} seconds.`,
  recording: 'Recording started.',
  notSent: 'Not sent yet.',
  ready: (length: string) => `Recording of ${length} ready. Watch it, then submit it or record again.`,
  received: 'Your recording has been received.',
  sending: 'Sending your recording.',
  waiting: 'Waiting for the network. Sending goes on by itself.',
  verifying: 'Everything is sent. The service is checking it.',
  tenSeconds: 'Ten seconds left.',
  minute: 'One minute left.',
  sent: (percent: number) => `${percent} per cent sent.`,
});

/** In the tab's title. */
export const titleCopy = localized('recorder/steps', 'titleCopy', {
  recording: '● Recording',
  notSent: 'Not sent yet',
  sending: 'Sending',
  done: 'Thank you',
});
