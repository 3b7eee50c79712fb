interface Told {
  organizationName: string;
  deletionAt: Date;
}

const dayOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The mails to owners. The name, which others chose, is on a line of its own. */
export const DELETION_MAILS = {
  requested: ({ organizationName, deletionAt }: Told) => ({
    subject: 'Your organization on Capture is to be deleted',
    text: `Somebody has asked to delete this organization of yours on Capture:

  ${organizationName}

It is deleted, with everything in it, from this moment on:

  ${dayOf(deletionAt)}

Until then everything goes on as before, and an owner can take the deletion back in the settings of the console. Export what
you want to keep.
`,
  }),
  canceled: ({ organizationName }: Told) => ({
    subject: 'Your organization on Capture is not deleted',
    text: `The deletion of this organization was taken back. It stays as it is:

  ${organizationName}
`,
  }),
};
