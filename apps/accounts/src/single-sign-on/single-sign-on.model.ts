import { AppError } from '@capture/contracts';

/** Why nobody was signed in, and what the person can do about it. */
const REFUSALS = {
  not_begun: 'This sign-in was finished before, took too long, or was begun in another browser. Begin again.',
  provider:
    'Your identity provider did not confirm the sign-in. Try again, and ask your administrator if it stays so.',
  address:
    'Your identity provider names no verified address in a domain of your organization. Ask your administrator.',
  domain_lapsed:
    'The domain of your address is not proven any more, so nobody new can sign in with it. Ask an owner of your organization.',
  not_a_member: 'You are no member of this organization. Ask its administrator to invite you.',
  other_identity:
    'Your address is tied to another account at your identity provider. Ask your administrator to remove and invite you again.',
} as const;

export type Refusal = keyof typeof REFUSALS;

/** Answered 403 `single_sign_on_refused`. */
export class SingleSignOnRefused extends AppError {
  constructor(
    readonly refusal: Refusal,
    /** What happened, for the log; holds no token and no address. */
    readonly why: string = refusal,
  ) {
    super('single_sign_on_refused', REFUSALS[refusal]);
  }
}
