/** The texts of the log of events. */
import { localized } from '../../language/catalogue.js';

export const eventsCopy = localized('console/events', 'eventsCopy', {
  title: 'Events',
  intro: 'What happened in the last 30 days, whether it was sent to an endpoint or not.',
  type: 'Type',
  all: 'All',
  empty: 'Nothing has happened yet',
  emptyFiltered: 'No events of this type',
  number: (sequence: number | null) => (sequence === null ? 'Without a number' : `Number ${sequence}`),
});

export const eventCopy = localized('console/events', 'eventCopy', {
  back: 'All events',
  about: 'About the event',
  payload: 'Payload',
});
