/** The texts of webhook endpoints and their deliveries. */
import { localized } from '../../language/catalogue.js';

export const endpointsCopy = localized('console/webhooks', 'endpointsCopy', {
  title: 'Webhooks',
  intro: 'Events are sent to your own servers as they happen, signed with a secret of each endpoint.',
  empty: 'No endpoints yet',
  emptyHint: 'An endpoint is an address of yours that takes events.',
  create: 'Add an endpoint',
  statuses: { enabled: 'Enabled', disabled: 'Disabled' },
  reasons: {
    manual: 'by hand',
    gone: 'it answered 410, gone',
    failing: 'nothing was delivered for five days',
  },
  disabledBy: (reason: string) => `Disabled: ${reason}`,
  test: 'Simulated events only',
  everyType: 'Every type of event',
  types: (count: number) => (count === 1 ? '1 type of event' : `${count} types of events`),
});

export const endpointFormCopy = localized('console/webhooks', 'endpointFormCopy', {
  url: 'Address',
  urlHint: 'https, on port 443 or 8443, reachable from the internet.',
  description: 'Description',
  descriptionHint: 'For people, for instance “Production”.',
  all: 'Every type, later ones included',
  events: 'Types of events',
  noType: 'Choose at least one type.',
  create: 'Add the endpoint',
  save: 'Save',
  cancel: 'Cancel',
});

export const endpointCopy = localized('console/webhooks', 'endpointCopy', {
  back: 'All endpoints',
  secret: 'Signing secret',
  edit: 'Change',
  editTitle: 'Change the endpoint',
  about: 'About the endpoint',
  added: (when: string) => `Added ${when}`,
  enable: 'Enable',
  enabled: 'The endpoint is enabled. What was held meanwhile is sent by a replay.',
  disable: 'Disable',
  disableHint: 'Events are held for 30 days. They are sent when it is enabled again and you replay them.',
  disabled: 'The endpoint is disabled.',
  rotate: 'Rotate the secret',
  rotateHint:
    'Makes another secret. Deliveries carry signatures by both for as long as the one before lasts.',
  overlap: 'The secret before',
  overlaps: { '86400': 'lasts another 24 hours', '604800': 'lasts another 7 days', '0': 'ends at once' },
  rotateAction: 'Make another secret',
  remove: 'Delete',
  removeTitle: 'Delete the endpoint',
  removeHint: 'Nothing is sent to it any more, and its deliveries are deleted. It cannot be undone.',
  removeLabel: (url: string) => `To confirm, type its address: ${url}`,
  removeAction: 'Delete for good',
});

export const testCopy = localized('console/webhooks', 'testCopy', {
  title: 'Test',
  type: 'Type of event',
  send: 'Send a test event',
  hint: 'One attempt is made, at once, with an example of the type.',
  sending: 'Sending…',
  see: 'What was answered',
});

export const replayCopy = localized('console/webhooks', 'replayCopy', {
  title: 'Send again',
  hint: 'Everything in a range of time, under the same ids. Receivers skip what they have had already.',
  from: 'From',
  to: 'To, exclusive',
  status: 'Which',
  all: 'All',
  statuses: { succeeded: 'Delivered ones', failed: 'Failed ones', held: 'Held ones' },
  action: 'Send the range again…',
  confirmTitle: 'Send the range again',
  confirm: (which: string, from: string, to: string) => `${which}, from ${from} to ${to}.`,
  confirmAction: 'Send again',
  queued: (count: number) => (count === 1 ? '1 delivery is queued.' : `${count} deliveries are queued.`),
  order: 'The end must be later than the start.',
});

export const deliveriesCopy = localized('console/webhooks', 'deliveriesCopy', {
  title: 'Deliveries',
  status: 'Status',
  all: 'All',
  statuses: { pending: 'Pending', succeeded: 'Delivered', failed: 'Failed', held: 'Held' },
  empty: 'Nothing has been sent yet',
  emptyFiltered: 'No deliveries with this status',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  lastStatus: (status: number) => `last answer ${status}`,
});

export const countsCopy = localized('console/webhooks', 'countsCopy', {
  title: 'Deliveries over time',
  period: 'Period',
  periods: { hour: 'The last 24 hours', day: 'The last 30 days (UTC)' },
  newest: 'There were more than are counted here: these are the newest 200,000.',
  chart: (sums: string) => `Deliveries over time. ${sums}`,
  latencies: (most: string) =>
    `How long attempts took, up to ${most} ms: the middle one as a line, the slowest of 20 as a dashed line.`,
  table: 'As a table',
  from: 'From',
  p50: 'Middle (p50)',
  p95: 'Slow (p95)',
  latency: (ms: string) => `${ms} ms`,
  none: '–',
});

export const deliveryCopy = localized('console/webhooks', 'deliveryCopy', {
  title: (type: string) => `Delivery of ${type}`,
  back: 'The endpoint',
  about: 'About the delivery',
  event: 'The event',
  noEvent: 'The event is not in the log: it was a test, or is older than 30 days.',
  next: (when: string) => `Next attempt ${when}`,
  attempts: 'Attempts',
  noAttempt: 'No attempt has been made yet.',
  attempt: (number: number) => `Attempt ${number}`,
  answered: (status: number) => `Answered ${status}`,
  latency: (ms: number) => `${ms} ms`,
  body: (number: number) => `Answer to attempt ${number}`,
  emptyBody: 'The answer had no body.',
  replay: 'Send again',
  replayed: 'It is queued.',
  errors: {
    status: 'The status is no success',
    redirect: 'Redirects are not followed',
    timeout: 'No complete answer within 15 seconds',
    connection: 'No connection',
    tls: 'The certificate was not accepted',
    protocol: 'The answer was no HTTP',
    unresolved: 'The name did not resolve',
    forbidden_address: 'The address is not reachable from the whole internet',
    internal: 'The server made a mistake',
  },
});
