/** The texts of pages that a recorder, a room and an account share: what happened, and what to do next. */
import { localized } from '../../language/catalogue.js';

export interface Copy {
  title: string;
  /** Paragraphs. */
  body: string[];
}

/** Before anything of the link is known. */
export const entryPages = localized('ui/page', 'entryPages', {
  unsupported: {
    title: 'This browser cannot record',
    body: [
      'Open your link in Chrome or Edge (version 124 or later) or in Safari (16.4 or later). If you came here from inside another app, open the link in your usual browser instead.',
    ],
  },
  keeps_nothing: {
    title: 'This window keeps no recordings',
    body: [
      'It is probably a private window, or your browser is set to store nothing for this page. What you record could not be kept until it is sent.',
      'Open your link in a normal window, or allow this page to store data and load it again.',
    ],
  },
  insecure: {
    title: 'This page was opened without encryption',
    body: [
      'Browsers allow recording on encrypted pages only. Open the link again with https:// at its start.',
    ],
  },
  incomplete_link: {
    title: 'This link is incomplete',
    body: [
      'A part of its address is missing. Open the link again from the message it came in, or copy the whole of it, to its very end.',
    ],
  },
} satisfies Record<string, Copy>);

export const carryLinkCopy = localized('ui/page', 'carryLinkCopy', {
  label: 'Your link',
  copy: 'Copy link',
  copied: 'Copied. Paste it into the other browser.',
});
