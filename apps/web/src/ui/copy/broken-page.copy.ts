import { localized } from '../../language/catalogue.js';

/** The texts of a page that could not be drawn. A function, as its module loads before the language is known. */
export const brokenPageCopy = () =>
  localized('ui/broken-page', 'brokenPageCopy', {
    title: 'This page could not be shown',
    kept: 'A mistake of ours, not yours. What you recorded is kept on this device, and a recording that runs goes on.',
    next: 'Show the page again. If that does not help, reload it.',
    again: 'Show the page again',
  });
