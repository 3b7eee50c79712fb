// An organization with a key, made by the operator API.
import type { Installation } from './installation.js';

const SCOPES = ['recordings', 'capture_requests', 'sessions', 'webhooks'].flatMap((what) => [
  `${what}:read`,
  `${what}:write`,
]);
const ALL_SCOPES = [
  ...SCOPES.filter((scope) => scope !== 'recordings:write'),
  'recordings:download',
  'usage:read',
];

export async function makeKey(installation: Installation, name: string): Promise<string> {
  const { id } = await installation.operator<{ id: string }>('POST', '/orgs', { name, plan: 'platform' });
  const key = { name, mode: 'live', scopes: ALL_SCOPES };
  return (await installation.operator<{ key: string }>('POST', `/orgs/${id}/keys`, key)).key;
}
