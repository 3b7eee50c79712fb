/** The texts of an organization's plan. */
import { localized } from '../../language/catalogue.js';

export const planCopy = localized('console/plan', 'planCopy', {
  title: 'Plan',
  name: (plan: string) => `The plan is “${plan}”. Whoever runs this server changes it.`,
  paused: 'It has lapsed: what there is can be read, and nothing new can be collected.',
  overridden: 'The amount was set for this organization alone.',
  usage: 'Usage by day and month',
  limits: 'Limits',
  columns: { what: 'What', limit: 'At most', feature: 'Feature', included: 'Included' },
  rows: {
    rosterCap: 'People a request',
    submissionCap: 'Recordings a request',
    maxGuests: 'Guests a session',
  },
  features: 'Features',
  names: {
    api: 'API for programs',
    capture_requests: 'Requests',
    recordings: 'Recordings',
    sessions: 'Sessions',
    webhooks: 'Webhooks',
    consent_evidence: 'Signed evidence of consent',
  },
  included: 'Yes',
  missing: 'No',
});
