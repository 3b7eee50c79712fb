/** What happened to the single sign-on of an organization, and to which domain or issuer. */
export interface News {
  what: 'provider_set' | 'provider_changed' | 'provider_removed' | 'domain_proven' | 'domain_missing';
  about: string;
}

const NEWS: Record<News['what'], { subject: string; before: string; after: string }> = {
  provider_set: {
    subject: 'Single sign-on was set up for your organization on Capture',
    before: 'Its people can sign in at this identity provider from now on:',
    after: 'Whoever runs it can sign in as everybody with an address in the domains of the organization.',
  },
  provider_changed: {
    subject: 'Single sign-on of your organization on Capture was changed',
    before: 'The settings of its identity provider were changed. This is it now:',
    after: 'Whoever runs it can sign in as everybody with an address in the domains of the organization.',
  },
  provider_removed: {
    subject: 'Single sign-on of your organization on Capture was removed',
    before: 'Nobody signs in at this identity provider any more, and sign-ins that came by it have ended:',
    after: 'Members sign in with their passwords, and who has none asks for one by "Forgotten password".',
  },
  domain_proven: {
    subject: 'A domain was proven for your organization on Capture',
    before: 'This domain of mail now belongs to the organization:',
    after: 'Its identity provider, where it has one, signs people with an address in this domain in.',
  },
  domain_missing: {
    subject: 'The record of a domain of your organization on Capture is gone',
    before: 'The TXT record that proves this domain of mail is not in DNS any more:',
    after:
      'Everything goes on for now. In 30 days nobody who has not signed in before can sign in by single sign-on with an address in\nit, unless the record is there again.',
  },
};

/** Names that others chose are on lines of their own. */
export function ownerNewsMail(
  organizationName: string,
  { what, about }: News,
): { subject: string; text: string } {
  const { subject, before, after } = NEWS[what];
  const text = `This is about an organization of yours on Capture:

  ${organizationName}

${before}

  ${about}

${after}

Single sign-on has a page in the settings of the console, and the audit log says who changed what.
`;
  return { subject, text };
}
