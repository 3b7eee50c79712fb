/** What happened to a person's passkeys. `reset`: by an operator; `ended`: by a link for a new password. */
export type PasskeyChange = 'added' | 'removed' | 'reset' | 'ended';

const TOLD: Record<PasskeyChange, string> = {
  added: 'A passkey was added. It signs you in to Capture without your password or a code.',
  removed: 'A passkey was removed. It does not sign you in to Capture any more.',
  reset: 'An operator has removed your passkeys because a loss was reported.',
  ended:
    'Your passkeys were removed because a new password was chosen by a link. You can add them again in your account.',
};

/** The mail that tells the person, so that they notice a change that they did not make. */
export function passkeyMail(change: PasskeyChange): { subject: string; text: string } {
  const subject = 'Your passkeys for Capture were changed';
  const text = `${TOLD[change]}

If it was not you, choose "Forgotten password" on the sign-in page at once: a new password by its link also removes every
passkey. Then tell the operator of this server.
`;
  return { subject, text };
}
