/** The texts of an organization's settings. */

export const settingsCopy = {
  title: 'Settings',
  intro: 'Only admins and owners change these.',
  name: 'Name of the organization',
  nameHint: 'Members see it here. Respondents see it where no other name is set.',
  save: 'Save',
  saved: 'It is saved.',
};

export const retentionCopy = {
  title: 'How long footage is kept',
  forever: 'Footage is kept until somebody deletes it.',
  days: (days: number) => `Footage is deleted ${days} ${days === 1 ? 'day' : 'days'} after it was recorded.`,
  choices: {
    forever: 'Keep it until somebody deletes it',
    days: 'Delete it some days after it was recorded',
  },
  label: 'Days',
  hint: 'It counts for what is there already, too. Requests, names and accepted releases stay.',
  save: 'Save how long',
  confirmTitle: 'Keep footage for a shorter time',
  confirmHint: (days: number) =>
    `Footage that is older than ${days} ${days === 1 ? 'day' : 'days'} is deleted, beginning within minutes. It cannot be had back.`,
  counting: 'The recordings that go are being counted…',
  counted: (recordings: number, hasMore: boolean) =>
    hasMore
      ? `More than ${recordings.toLocaleString('en')} recordings are that old now.`
      : recordings === 0
        ? 'No recording is that old now.'
        : recordings === 1
          ? '1 recording is that old now.'
          : `${recordings.toLocaleString('en')} recordings are that old now.`,
  confirmLabel: (word: string) => `To confirm, type the word: ${word}`,
  word: 'delete',
  confirm: 'Delete what is older',
};

export const planCopy = {
  title: 'Plan',
  name: (plan: string) => `The plan is “${plan}”. Whoever runs this server changes it.`,
  paused: 'It has lapsed: what there is can be read, and nothing new can be collected.',
  columns: { what: 'What', limit: 'Included' },
  limits: 'What the plan includes',
  rows: {
    allowance: 'Footage collected a month',
    used: 'Of it used this month',
    rosterCap: 'People a request',
    submissionCap: 'Recordings a request',
    maxGuests: 'Guests a session',
  },
  overridden: (amount: string) => `${amount}, set for this organization`,
  features: {
    api: 'API',
    capture_requests: 'Requests',
    recordings: 'Recordings',
    sessions: 'Sessions',
    webhooks: 'Webhooks',
    consent_evidence: 'Evidence of consent',
  },
  included: 'Yes',
  missing: 'No',
};
