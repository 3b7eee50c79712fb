/** The console's sign-in, which hosts need: a host has an account, guests do not. */

/** Rejects when the service does not answer. */
export async function isSignedIn(): Promise<boolean> {
  const { ok, status } = await fetch('/console/api/me', { cache: 'no-store' });
  if (!ok && status >= 500) throw new Error(`HTTP ${status}`);
  return ok;
}

/** Why a sign-in did not go on. `wrong`: the password, or the code; `ended`: there is no time left for a code. */
export type SignInProblem = 'wrong' | 'wrong_code' | 'wrong_passkey' | 'ended' | 'rate_limited' | 'network';

/** The next step: none once signed in, the challenge that wants a code, or a problem. */
export type SignInOutcome = { challenge: string | null } | { problem: SignInProblem };

export const signIn = (email: string, password: string): Promise<SignInOutcome> =>
  post('sign-in', { email, password }, () => 'wrong');

export const signInWithCode = (challenge: string, code: string): Promise<SignInOutcome> =>
  post('sign-in/second-factor', { challenge, code }, (status) => (status === 401 ? 'ended' : 'wrong_code'));

/** With a passkey of this device. What speaks with the device is fetched when it is asked for. */
export async function signInWithPasskey(): Promise<SignInOutcome> {
  try {
    const device = await import('../../console/passkeys/device.js');
    await device.signInWithPasskey();
    return { challenge: null };
  } catch (error) {
    // The device's refusals have no status.
    const { status } = error as { status?: number };
    if (status === 429) return { problem: 'rate_limited' };
    return { problem: status === 0 || (status ?? 0) >= 500 ? 'network' : 'wrong_passkey' };
  }
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
