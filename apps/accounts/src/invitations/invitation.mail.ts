import { INVITATION_DAYS } from './invitation.model.js';

interface Told {
  organizationName: string;
  /** Address of who invites. */
  invitedBy: string;
  link: string;
}

/** The mail to an invited person. Names that others chose are on separate lines. */
export function invitationMail({ organizationName, invitedBy, link }: Told): {
  subject: string;
  text: string;
} {
  const subject = `Invitation to ${organizationName}`;
  const text = `You are invited to work with this organization on Capture:

  ${organizationName}

Invited by:

  ${invitedBy}

To accept, open this link. It works once, for ${INVITATION_DAYS} days:

  ${link}

If you do not know who this is from, do nothing. Nothing happens without the link.
`;
  return { subject, text };
}
