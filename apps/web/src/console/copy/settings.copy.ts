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
