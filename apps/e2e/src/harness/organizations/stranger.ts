import { ConsoleApi } from '../clients/console-api.js';
import { Operator } from '../clients/operator.js';
import type { Credentials } from '../processes/product.js';

const PASSWORD = 'correct horse battery staple';

/** An owner who is signed in to an organization, and ids of what is theirs. */
export interface Stranger {
  as: ConsoleApi;
  /** Of the sign-in. */
  id: string;
  member: string;
  invitationId: string;
}

export async function strangerIn(credentials: Credentials, organization: string): Promise<Stranger> {
  const operator = new Operator(credentials);
  const anonymous = new ConsoleApi(credentials.baseUrl);
  const email = `stranger-${Date.now()}@example.org`;
  const path = `/orgs/${organization}/members`;
  const { id: member } = await operator.call<{ id: string }>('POST', path, { email, role: 'owner' });
  const { link } = await operator.call<{ link: string }>('POST', `${path}/${member}/password-link`, {});
  const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
  await anonymous.call('POST', '/set-password', { body });
  const as = await anonymous.signedIn({ email, password: PASSWORD });
  const { data } = (await as.call<{ data: { id: string; current: boolean }[] }>('GET', '/sign-ins')).body;
  const invited = { email: `invited-${email}`, role: 'viewer' };
  const invitation = await as.call<{ id: string }>('POST', '/invitations', { body: invited });
  const id = data.find(({ current }) => current)?.id ?? '';
  return { as, id, member, invitationId: invitation.body.id };
}
