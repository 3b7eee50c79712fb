/** What happened to a person's second factor. */
export type SecondFactorChange = 'enabled' | 'removed' | 'reset' | 'recovery_codes_renewed';

const TOLD: Record<SecondFactorChange, string> = {
  enabled: 'From now on Capture asks for a code of your authenticator when you sign in.',
  removed: 'Capture does not ask for a code any more when you sign in: your password is enough.',
  reset:
    'An operator has removed your second factor because it was reported lost. Your password is now enough to sign in.',
  recovery_codes_renewed: 'You have new recovery codes. The former ones do not work any more.',
};

/** The mail that tells the person, so that they notice a change that they did not make. */
export function secondFactorMail(change: SecondFactorChange): { subject: string; text: string } {
  const subject = 'Your second factor for Capture was changed';
  const text = `${TOLD[change]}

If it was not you, change your password at once and tell the operator of this server.
`;
  return { subject, text };
}
