import { call, ConsoleError } from '../api/console-client.js';
import type { Me } from '../api/queries.js';
import { organizationsCopy as copy } from '../copy/account.copy.js';

export type OrganizationName = Me['organizations'][number];

/** The one that asks, of all sign-ins of the person; undefined when it is too old to be listed. */
async function currentSignIn(): Promise<string | undefined> {
  return (await call('get', '/console/api/sign-ins')).data.find(({ current }) => current)?.id;
}

/** Code of a challenge that is not good any more: the password has to be given again. */
export const CHALLENGE_ENDED = 'challenge_ended';

/**
 * A refused password or challenge is no end of the sign-in that asks: with its own status the pages would give way to the
 * sign-in.
 */
function refusedProof(error: unknown, code: string, message: string): unknown {
  const isRefused = error instanceof ConsoleError && error.status === 401;
  return isRefused ? new ConsoleError(400, code, message) : error;
}

/** The right password of a person with a second factor. */
export interface Challenged {
  challenge: string;
  /** The sign-in that is left. */
  former: string | undefined;
}

export interface Entered {
  me: Me;
  former: string | undefined;
}

/** Signs the person in to another of their organizations, by their password. */
export async function enterOrganization(
  { email }: Me['member'],
  organizationId: string,
  password: string,
): Promise<Entered | Challenged> {
  const former = await currentSignIn();
  const body = { email, password, organizationId };
  const answer = await call('post', '/console/api/sign-in', { body }).catch((error: unknown): never => {
    throw refusedProof(error, 'invalid_input', copy.wrong);
  });
  return 'challenge' in answer ? { challenge: answer.challenge, former } : { me: answer, former };
}

/** Goes on with the code of a second factor. */
export async function finishEntering({ challenge, former }: Challenged, code: string): Promise<Entered> {
  const body = { challenge, code };
  const me = await call('post', '/console/api/sign-in/second-factor', { body }).catch(
    (error: unknown): never => {
      throw refusedProof(error, CHALLENGE_ENDED, copy.ended);
    },
  );
  return { me, former };
}

/** Ends the sign-in that the new one takes the place of. It ends by itself where this fails. */
export async function endFormer(former: string | undefined): Promise<void> {
  if (former === undefined) return;
  await call('delete', '/console/api/sign-ins/{id}', { at: { id: former }, ofAny: true }).catch(
    () => undefined,
  );
}
