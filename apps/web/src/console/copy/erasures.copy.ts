import { localized } from '../../language/catalogue.js';

const SERVICES = {
  'capture-requests': 'requests and recordings',
  webhooks: 'webhook deliveries',
  accounts: 'invitations, suppression list and audit log',
};

export const erasuresCopy = localized('console/erasures', 'erasuresCopy', {
  title: 'Erase a person',
  intro:
    'Removes what the organization has of a person by their e-mail address: from every request, with their recordings, from webhook deliveries and from the audit log. Consents stay as they were given.',
  email: 'E-mail address',
  ask: 'Erase…',
  confirm: (email: string) => `Erase ${email}`,
  hint: 'Recordings and answers of this person are gone for good. Nothing brings them back.',
  label: (email: string) => `Type ${email} to go on`,
  action: 'Erase for good',
  begun: 'The erasure has begun.',
  empty: 'Nobody was erased yet',
  running: (done: number, all: number, service: keyof typeof SERVICES) =>
    `${done} of ${all} steps done; now: ${SERVICES[service]}`,
  completed: (when: string) => `Completed ${when}`,
  asked: (when: string) => `Asked for ${when}`,
  readReceipt: 'Show the receipt',
  saveReceipt: 'Save the receipt',
});
