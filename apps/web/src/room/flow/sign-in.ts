/** The console's sign-in, which hosts need: a host has an account, guests do not. */

/**
 * Whether who is signed in may see the session: `stranger` where it is not of their organization, or there is none.
 * Rejects when the service does not answer.
 */
export async function hostAccess(sessionId: string): Promise<'granted' | 'signed_out' | 'stranger'> {
  const { status } = await fetch(`/console/api/sessions/${sessionId}`, { cache: 'no-store' });
  if (status >= 500) throw new Error(`HTTP ${status}`);
  if (status === 401) return 'signed_out';
  return status === 404 ? 'stranger' : 'granted';
}

/**
 * Why a sign-in did not go on. `wrong`: the password, or the code; `ended`: there is no time left for a code; `stranger`: the
 * session is of another organization than the account.
 */
export type SignInProblem =
  | 'wrong'
  | 'wrong_code'
  | 'wrong_passkey'
  | 'ended'
  | 'stranger'
  | 'single_sign_on'
  | 'rate_limited'
  | 'network';

/** The next step: none once signed in, the challenge that wants a code, or a problem. */
export type SignInOutcome = { challenge: string | null } | { problem: SignInProblem };

/** @param sessionId the sign-in is for its organization, whichever others the person has */
export const signIn = (email: string, password: string, sessionId: string): Promise<SignInOutcome> =>
  post('sign-in', { email, password, sessionId }, (status) => ofAccount(status) ?? 'wrong');

export const signInWithCode = (challenge: string, code: string): Promise<SignInOutcome> =>
  post('sign-in/second-factor', { challenge, code }, (status) => (status === 401 ? 'ended' : 'wrong_code'));

/** With a passkey of this device. What speaks with the device is fetched when it is asked for. */
export async function signInWithPasskey(sessionId: string): Promise<SignInOutcome> {
  try {
    const device = await import('../../console/passkeys/device.js');
    await device.signInWithPasskey({ sessionId });
    return { challenge: null };
  } catch (error) {
    // The device's refusals have no status.
    const { status } = error as { status?: number };
    if (status === 429) return { problem: 'rate_limited' };
    const refused = ofAccount(status) ?? 'wrong_passkey';
    return { problem: status === 0 || (status ?? 0) >= 500 ? 'network' : refused };
  }
}

/** What stands against an account that has shown what it signs in with. */
function ofAccount(status: number | undefined): SignInProblem | undefined {
  if (status === 404) return 'stranger';
  return status === 403 ? 'single_sign_on' : undefined;
}

async function post(
  path: string,
  body: object,
  refusal: (status: number) => SignInProblem,
): Promise<SignInOutcome> {
  try {
    const response = await fetch(`/console/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { ok, status } = response;
    if (status === 202) return (await response.json()) as { challenge: string };
    if (ok) return { challenge: null };
    if (status === 429) return { problem: 'rate_limited' };
    return { problem: status >= 500 ? 'network' : refusal(status) };
  } catch {
    return { problem: 'network' };
  }
}
