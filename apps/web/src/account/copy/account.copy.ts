/** The texts of the pages for people who are not signed in: what happened, and what to do next. */
import { localized } from '../../language/catalogue.js';
import { entryPages, type Copy } from '../../ui/copy/page.copy.js';
import type { Refusal } from '../flow/account-api.js';

export type ClosingPage = 'incomplete_link' | 'expired' | 'unreachable' | 'chosen' | 'accepted' | 'asked';

export const closingCopy: Record<ClosingPage, Copy> = localized('account/account', 'closingCopy', {
  incomplete_link: entryPages.incomplete_link,
  expired: {
    title: 'This link no longer works',
    body: [
      'It was used, was replaced by another one, or has run out. Ask for a new one: a password at “Forgotten password”, an invitation from the person who invited you.',
    ],
  },
  unreachable: {
    title: 'The server did not answer',
    body: ['Check your connection and open the link again. It still works.'],
  },
  chosen: {
    title: 'Your password is set',
    body: ['You can sign in with it now. Every earlier sign-in of yours has ended.'],
  },
  accepted: {
    title: 'You are a member now',
    body: ['You can sign in with your e-mail address and your password.'],
  },
  asked: {
    title: 'Look into your mailbox',
    body: [
      'If there is an account with this address, a mail with a link is on its way. The link works once, for an hour.',
      'Nothing came after some minutes? Look among unwanted mails, and check the address.',
    ],
  },
});

export const problemCopy: Record<Exclude<Refusal, 'expired'>, string> = localized(
  'account/account',
  'problemCopy',
  {
    password: 'This password will not do. It takes 12 to 200 characters and must not be your e-mail address.',
    name: 'This name cannot be used. Write it on one line, without invisible characters.',
    taken:
      'You are a member already, or have chosen a password in the meantime. Load this page again, or sign in.',
    rate_limited: 'There were too many requests. Try again in 15 minutes.',
    network: 'That did not work: the server did not answer. Try again.',
  },
);

export const forgotCopy = localized('account/account', 'forgotCopy', {
  title: 'Forgotten password',
  intro: 'You get a link by mail, with which you choose another one.',
  email: 'E-mail address',
  action: 'Send the link',
});

export const invitationCopy = localized('account/account', 'invitationCopy', {
  opening: 'Opening the invitation…',
  title: (organization: string) => `Join ${organization}`,
  invited: (role: string, email: string) => `You are invited as ${role}, under the address ${email}.`,
  roles: { owner: 'owner', admin: 'admin', producer: 'producer', viewer: 'viewer' },
  passwordStays: 'Your password stays as it is.',
  choose: 'Choose how you are called and a password.',
  name: 'Your name',
  action: 'Accept the invitation',
});

export const newPasswordCopy = localized('account/account', 'newPasswordCopy', {
  title: 'Choose a password',
  intro: 'You sign in with it and your e-mail address. Earlier sign-ins of yours end.',
  action: 'Set password',
  label: 'Password',
  hint: 'At least 12 characters. Several words are easy to remember.',
});
