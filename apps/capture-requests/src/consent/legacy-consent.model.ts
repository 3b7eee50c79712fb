import type { Consent } from '../submissions/submission.model.js';

/**
 * A consent that was given before consents were recorded. Its text is the request's current wording, not what the
 * person saw.
 */
export function legacyConsent(
  text: string,
  facts: Pick<Consent, 'acceptedAt' | 'ipAddress' | 'subjectName'>,
): Consent {
  return { text, version: 'legacy', ...facts };
}
