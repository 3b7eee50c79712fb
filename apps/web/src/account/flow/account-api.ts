/** The calls of these pages. None needs a sign-in. */

/** Why a call had no effect. `taken`: the person has chosen a password in the meantime. */
export type Refusal = 'expired' | 'password' | 'name' | 'taken' | 'rate_limited' | 'network';

/** What an invitation is for. */
export interface OpenedInvitation {
  organizationName: string;
  email: string;
  role: 'owner' | 'admin' | 'producer' | 'viewer';
  hasPassword: boolean;
}

type Outcome<T> = { refusal: Refusal } | { refusal: null; answer: T };

async function post<T>(path: string, body: object): Promise<Outcome<T>> {
  try {
    const response = await fetch(`/console/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as T & { code?: string; field?: string };
    return response.ok ? { refusal: null, answer } : { refusal: refusalOf(answer) };
  } catch {
    return { refusal: 'network' };
  }
}

function refusalOf({ code, field }: { code?: string; field?: string }): Refusal {
  if (code === 'link_expired') return 'expired';
  if (code === 'conflict') return 'taken';
  if (code === 'rate_limited') return 'rate_limited';
  if (code === 'invalid_input') return field === 'name' ? 'name' : field === 'token' ? 'expired' : 'password';
  return 'network';
}

export const setPassword = async (token: string, password: string): Promise<Refusal | null> =>
  (await post('set-password', { token, password })).refusal;

export const readInvitation = (token: string): Promise<Outcome<OpenedInvitation>> =>
  post('read-invitation', { token });

export const acceptInvitation = async (
  token: string,
  chosen: { name?: string; password?: string },
): Promise<Refusal | null> => (await post('accept-invitation', { token, ...chosen })).refusal;

export const forgotPassword = async (email: string): Promise<Refusal | null> =>
  (await post('forgot-password', { email })).refusal;
