/** The texts about problems: what happened, and what to do next. */
import { localized } from '../../language/catalogue.js';
import { entryPages, type Copy } from '../../ui/copy/page.copy.js';
import type { PageKind } from '../flow/recorder.state.js';
import type { Warning } from '../flow/warning.js';

const ASK_SENDER = 'If you think this is a mistake, ask the person who sent you the link.';

export const pageCopy: Record<PageKind, Copy> = localized('recorder/recorder', 'pageCopy', {
  ...entryPages,
  not_accepting: {
    title: 'This request is not accepting recordings',
    body: [`It has ended, is paused, or has not opened yet. ${ASK_SENDER}`],
  },
  link_expired: {
    title: 'This link no longer works',
    body: [
      'It was withdrawn or replaced by a newer one. Look for a more recent message, or ask the person who sent it for a new link.',
    ],
  },
  superseded: {
    title: 'A newer recording from you has already arrived',
    body: [
      'It was sent from another window or device while this one was open, and it is the one that counts. There is nothing more to do.',
    ],
  },
  unreachable: {
    title: 'The question could not be loaded',
    body: ['The service did not answer. Check your connection, then try again.'],
  },
});

const SAFE = 'Your recording is safe on this device.';

/** By the code of the problem: before sending, and while sending or about to. */
export const problemsByCode = localized('recorder/recorder', 'problemsByCode', {
  before: {
    permission_denied: {
      title: 'The camera and microphone are blocked for this page',
      body: [
        'Select the camera or settings icon beside the address, allow camera and microphone, then turn them on again here. If nothing changes, allow your browser to use them in the privacy settings of your device.',
      ],
    },
    no_devices: {
      title: 'No camera or microphone could be used',
      body: ['Connect one, or close other programs that are using it, such as a video call. Then try again.'],
    },
    nothing_to_submit: {
      title: 'That recording was too short to keep',
      body: ['Start again and record for at least a few seconds.'],
    },
    quota_exceeded: {
      title: 'This device is out of storage for recordings',
      body: ['Free some space, or close other tabs, then record again.'],
    },
    rate_limited: {
      title: 'Too many attempts in a short time',
      body: ['Wait a minute, then try again.'],
    },
    upload_failed: {
      title: 'Your recording could not be read from this device',
      body: ['It was kept. Close other tabs of this page, then reload it to try again.'],
    },
    network: {
      title: 'There is no connection to the service',
      body: ['Check your connection, then try again.'],
    },
  },
  submitting: {
    invalid_request: {
      title: 'The recording was not accepted as it is',
      body: [`${SAFE} Reload the page, look at what is asked, and send it again or record a new one.`],
    },
    quota_exceeded: {
      title: 'This recording cannot be taken in',
      body: [
        'It is too large, or the request has all the recordings it can hold. Record a shorter one, or ask the person who sent you the link.',
      ],
    },
    rate_limited: {
      title: 'Too many attempts in a short time',
      body: [`${SAFE} Wait a minute, then submit it again.`],
    },
    upload_failed: {
      title: 'The service could not store the recording',
      body: [`${SAFE} Submit it again in a moment; what has arrived is not sent twice.`],
    },
    network: {
      title: 'The connection was lost',
      body: [`${SAFE} When you are online again, submit it once more; it goes on where it stopped.`],
    },
    nothing_to_submit: {
      title: 'There is no recording to send any more',
      body: ['Turn on your camera and microphone and record your answer again.'],
    },
  },
});

export const otherProblems = localized('recorder/recorder', 'otherProblems', {
  before: {
    title: 'The recording could not go on',
    body: ['Turn on your camera and microphone and try again. If it happens again, reload the page.'],
  },
  submitting: {
    title: 'The recording could not be sent',
    body: [
      `${SAFE} Submit it again. If it happens again, reload the page: the recording will still be here.`,
    ],
  },
});

/** More specific texts for codes of the service. */
export const problemsByServiceCode = localized('recorder/recorder', 'problemsByServiceCode', {
  take_too_large: {
    title: 'This recording is too large',
    body: ['Record a shorter answer, then submit that one.'],
  },
  submission_cap: {
    title: 'This request has all the recordings it can hold',
    body: [`${SAFE} Ask the person who sent you the link whether there is room for yours.`],
  },
  open_take_cap: {
    title: 'Other recordings of yours are still being sent',
    body: [`${SAFE} Finish or close them in your other windows, then submit this one again.`],
  },
});

export const warningCopy: Record<Warning, string> = localized('recorder/recorder', 'warningCopy', {
  microphone_silent:
    'Your microphone has gone silent. Check that it is switched on and connected; the recording goes on.',
  camera_silent:
    'Your camera has stopped sending pictures. Check that it is connected and not in use elsewhere; the recording goes on.',
  storage_low: 'This device is low on storage. A long recording may have to stop early.',
});

/** Why a recording ended by itself, or where it comes from. */
export const takeNotes = localized('recorder/recorder', 'takeNotes', {
  recovered: 'This is the unsent recording that was found on this device.',
  time_limit: (length: string) => `The recording stopped at the limit of ${length}.`,
  size_limit:
    'The recording stopped because it is as large as this request allows. Everything up to then is here.',
  storage_full:
    'The recording stopped early because this device ran out of storage. Everything up to then is here.',
  device_lost:
    'The recording stopped because the camera or microphone went away. Everything up to then is here.',
  other: 'The recording stopped before you ended it. Everything up to then is here.',
});
