/** The texts of an organization's settings. */
import { localized } from '../../language/catalogue.js';

export const settingsCopy = localized('console/settings', 'settingsCopy', {
  title: 'Settings',
  intro: 'Only admins and owners change these.',
  name: 'Name of the organization',
  nameHint: 'Members see it here. Respondents see it where no other name is set.',
  save: 'Save',
  saved: 'It is saved.',
});

export const retentionCopy = localized('console/settings', 'retentionCopy', {
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
});

export const directoryCopy = localized('console/settings', 'directoryCopy', {
  title: 'Directory',
  intro:
    'Okta, Microsoft Entra ID and other directories add and remove people here by SCIM 2.0, each call with a token.',
  empty: 'No directory has a token.',
  most: 'There are two tokens, the most there can be. Revoke one to make another.',
  token: (id: string) => `Token ${id}`,
  made: (when: string) => `Made ${when}`,
  lastUsed: (when: string | null) => (when === null ? 'never used' : `last used ${when}`),
  newMembers: (role: string) => `New people become: ${role}`,
  role: 'Role of new people',
  roleHint: 'For people whom the directory adds without a role.',
  asAdmin: 'A token that an admin makes cannot take out owners.',
  create: 'Make a token',
  shown: 'Token for the directory',
  baseUrl: 'Address for the directory',
  revoke: (id: string) => `Revoke ${id}`,
  revokeHint: 'The directory that has it is refused at once. People stay as they are.',
  revokeAction: 'Revoke for good',
  revoked: 'The token is revoked.',
});

export const singleSignOnSettingsCopy = localized('console/settings', 'singleSignOnSettingsCopy', {
  title: 'Single sign-on',
  intro:
    'Members can sign in at an identity provider of the organization, by OpenID Connect. Prove a domain first, then set the provider. All owners hear of changes by mail.',
  open: 'Set up single sign-on',
});

export const domainsCopy = localized('console/settings', 'domainsCopy', {
  title: 'Domains',
  intro:
    'An address in one of these domains leads to the identity provider. A domain belongs to one organization, which proves it by a record in DNS.',
  empty: 'No domain yet.',
  name: 'Domain of mail addresses',
  add: 'Add the domain',
  vouched: 'The operator vouches for it',
  states: {
    unproven: 'Not proven yet',
    proven: 'Proven',
    missing: 'Its record is gone. In 30 days nobody new can sign in with it.',
    lapsed:
      'Its record is gone for so long that nobody new can sign in with it. Who has signed in before still can.',
  },
  seen: (when: string) => `record seen ${when}`,
  missing: (when: string) => `gone since ${when}`,
  recordHint: (domain: string) =>
    `Add this as a TXT record of ${domain} in DNS, beside those that are there. Leave it there: it is looked up each day.`,
  record: (domain: string) => `TXT record of ${domain}`,
  looking: 'DNS is being asked…',
  verify: (domain: string) => `Verify ${domain}`,
  nowProven: (domain: string) => `${domain} is proven.`,
  remove: (domain: string) => `Remove ${domain}`,
  removeHint:
    'Nobody begins a sign-in at the identity provider with an address in it any more. Another organization can prove it then.',
  removeAction: 'Remove the domain',
  removed: (domain: string) => `${domain} is removed.`,
});

export const providerCopy = localized('console/settings', 'providerCopy', {
  title: 'Identity provider',
  none: 'There is none yet: members sign in here.',
  set: (domains: readonly string[]) =>
    `It signs in people with an address in: ${domains.join(', ') || 'no domain'}.`,
  redirectUri: 'Redirect URI',
  redirectHint:
    'Register this with the provider for a confidential web client, with the authorization code flow and the scopes openid and email.',
  proveFirst: 'Prove a domain first.',
  issuer: 'Issuer',
  issuerHint: 'As the discovery document of the provider says it, to the character.',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secretHint: 'It is stored encrypted and never shown.',
  secretKept: 'Leave it empty to keep the one that is stored for this issuer and client.',
  passwordAllowed: 'Members may sign in with a password or passkey as well',
  passwordHint: 'To switch this off, sign in at the provider yourself first, so that nobody is locked out.',
  asksSecondFactor: 'The provider asks for a second factor, so that it is not asked for here',
  newMembers: { label: 'Who is no member becomes one by signing in, as', none: 'Nobody does' },
  save: 'Save the provider',
  saved: 'The provider is saved. Sign in at it once yourself to see that it works.',
  removed: 'The provider is removed.',
  remove: 'Remove the provider',
  removeHint:
    'Sign-ins that came by it end at once. Who has no password here cannot sign in until a link is sent to them.',
  removeAction: 'Remove it for good',
});

export const deletionCopy = localized('console/settings', 'deletionCopy', {
  title: 'Delete the organization',
  owners: 'Only owners can delete it.',
  hint: 'Everything goes on until the date that you are then told. From then on everybody is signed out, keys and links stop, and all that the organization has is deleted for good. All owners are told by mail.',
  receipt:
    'Nobody can sign in to read the signed receipt. Whoever runs this server has it: ask them for it then. Consents and their evidence stay.',
  ask: 'Delete it…',
  confirmHint: 'It can be taken back until the date, not later. Save what you want to keep before then.',
  name: (name: string) => `To confirm, type the name: ${name}`,
  action: 'Delete the organization',
  asked: (when: string) => `This organization is deleted on ${when}.`,
  askedHint: 'Until then everything goes on, and an owner can take it back.',
  takeBack: 'Take the deletion back',
  takenBack: 'The deletion is taken back. Everything stays.',
});
