// An organization with a key, made by the operator API.
import type { Installation } from '../proofs/installation.js';

const SCOPES = ['recordings', 'capture_requests', 'sessions', 'webhooks'].flatMap((what) => [
  `${what}:read`,
  `${what}:write`,
]);
const ALL_SCOPES = [
  ...SCOPES.filter((scope) => scope !== 'recordings:write'),
  'recordings:download',
  'usage:read',
];

/** @returns its id and the key */
export async function makeOrganization(
  installation: Installation,
  name: string,
): Promise<{ id: string; key: string }> {
  const { id } = await installation.operator<{ id: string }>('POST', '/orgs', { name, plan: 'platform' });
  const key = { name, mode: 'live', scopes: ALL_SCOPES };
  return { id, key: (await installation.operator<{ key: string }>('POST', `/orgs/${id}/keys`, key)).key };
}

export async function makeKey(installation: Installation, name: string): Promise<string> {
  return (await makeOrganization(installation, name)).key;
}

/** How often the audit log names the creation of each request. */
export async function creationsIn(
  installation: Installation,
  organizationId: string,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/orgs/${organizationId}/audit-log?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: { data: { action: string; subject: string }[]; nextCursor: string | null } =
      await installation.operator('GET', path);
    for (const { action, subject } of page.data)
      if (action === 'capture_request.created') times.set(subject, (times.get(subject) ?? 0) + 1);
    cursor = page.nextCursor;
  }
  return times;
}
