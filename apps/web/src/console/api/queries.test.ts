import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { call, showOrganization } from './console-client.js';
import { createQueryClient, ME, readMe } from './queries.js';

afterEach(() => vi.unstubAllGlobals());

/** A server whose sign-in is of one organization. */
function signedInTo(organizationId: string) {
  const fetched = vi.fn(async (path: string, { headers }: { headers: Record<string, string> }) => {
    const shown = headers['x-capture-organization'];
    if (path.endsWith('/me')) return Response.json({ organization: { id: organizationId } });
    if (shown === organizationId) return Response.json({ data: [] });
    return Response.json({ code: 'other_organization' }, { status: 409 });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const listRequests = () => call('get', '/console/api/capture-requests');

it('a page reads and changes nothing of an organization that was entered in another tab, and then shows that one', async () => {
  showOrganization('org_a');
  const client = createQueryClient();
  client.setQueryData(ME, { organization: { id: 'org_a' } });
  client.setQueryData(['requests'], 'of the former one');
  const server = signedInTo('org_b');
  const shown = () => client.getQueryData<{ organization: { id: string } }>(ME)?.organization.id;
  const watching = new QueryObserver(client, { queryKey: ME, queryFn: readMe, staleTime: Infinity });
  const stop = watching.subscribe(() => undefined);

  await expect(client.fetchQuery({ queryKey: ['keys'], queryFn: listRequests })).rejects.toMatchObject({
    code: 'other_organization',
  });
  await vi.waitFor(() => expect(shown()).toBe('org_b'), { timeout: 20_000 });
  expect(client.getQueryData(['requests'])).toBeUndefined();
  // Asked once, then whose sign-in it is.
  expect(server.mock.calls.map(([path]) => path.split('/').at(-1))).toEqual(['capture-requests', 'me']);

  showOrganization('org_b');
  expect(await listRequests()).toEqual({ data: [] });
  stop();
  client.clear();
});

it('a page that shows the organization of the sign-in keeps what it has read', async () => {
  showOrganization('org_b');
  const client = createQueryClient();
  client.setQueryData(['requests'], 'kept');
  signedInTo('org_b');
  await client.fetchQuery({ queryKey: ME, queryFn: readMe });
  expect(client.getQueryData(['requests'])).toBe('kept');
  client.clear();
});
