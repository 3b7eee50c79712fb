/** The console's sign-in, which hosts need: a host has an account, guests do not. */

/** Rejects when the service does not answer. */
export async function isSignedIn(): Promise<boolean> {
  const { ok, status } = await fetch('/console/api/me', { cache: 'no-store' });
  if (!ok && status >= 500) throw new Error(`HTTP ${status}`);
  return ok;
}

/** Null once signed in. */
export async function signIn(
  email: string,
  password: string,
): Promise<'wrong' | 'rate_limited' | 'network' | null> {
  try {
    const { ok, status } = await fetch('/console/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (ok) return null;
    if (status === 429) return 'rate_limited';
    return status >= 500 ? 'network' : 'wrong';
  } catch {
    return 'network';
  }
}
