import { localized } from '../../language/catalogue.js';

/** The texts of a page that could not be drawn. A function, as its module loads before the language is known. */
export const brokenPageCopy = () =>
  localized('ui/broken-page', 'brokenPageCopy', {
    title: 'This page could not be shown',
    kept: 'A mistake of ours, not yours. What you recorded is kept on this device, and a recording that runs goes on.',
    next: 'Show the page again. If that does not help, reload it.',
    again: 'Show the page again',
  });

/** The texts in place of a page of which a part did not arrive. A function for the same reason. */
export const unloadedPageCopy = () =>
  localized('ui/broken-page', 'unloadedPageCopy', {
    title: 'This page did not load completely',
    next: 'Check your connection, then load it again.',
    again: 'Load it again',
  });
