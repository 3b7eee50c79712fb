import type { Provider, ProviderChanges, ProviderFields } from './single-sign-on-api.js';

/** What the form holds. The secret is empty where the stored one is kept. */
export interface FilledIn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  passwordAllowed: boolean;
  asksSecondFactor: boolean;
  newMemberRole: string;
}

/** What the form shows of a provider; of none, what is proposed for a new one. */
export function shownOf(provider: Provider | null): FilledIn {
  return {
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    passwordAllowed: provider?.passwordAllowed ?? true,
    asksSecondFactor: provider?.asksSecondFactor ?? false,
    newMemberRole: provider?.newMemberRole ?? '',
  };
}

/** What is sent for a new provider. */
export function bodyOf(filledIn: FilledIn): ProviderFields {
  const { clientSecret, passwordAllowed, asksSecondFactor, newMemberRole: role } = filledIn;
  return {
    issuer: filledIn.issuer.trim(),
    clientId: filledIn.clientId.trim(),
    clientSecret: clientSecret === '' ? null : clientSecret,
    passwordAllowed,
    asksSecondFactor,
    newMemberRole: role === 'producer' || role === 'viewer' ? role : null,
  };
}

/**
 * What is sent for a change: only the fields that the person changed. What another owner changed meanwhile stays.
 * @param before as the form showed it when it was opened
 */
export function changesOf(filledIn: FilledIn, before: Provider): ProviderChanges {
  const { issuer, clientId, clientSecret, ...rest } = bodyOf(filledIn);
  const isSameClient = issuer === before.issuer && clientId === before.clientId;
  return {
    // A secret must reach no other issuer than the one beside which it was filled in.
    ...((!isSameClient || clientSecret) && { issuer, clientId }),
    ...(clientSecret && { clientSecret }),
    ...(rest.passwordAllowed !== before.passwordAllowed && { passwordAllowed: rest.passwordAllowed }),
    ...(rest.asksSecondFactor !== before.asksSecondFactor && { asksSecondFactor: rest.asksSecondFactor }),
    ...(rest.newMemberRole !== before.newMemberRole && { newMemberRole: rest.newMemberRole }),
  };
}
