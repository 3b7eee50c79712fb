import type { ServiceName } from './services.js';

/** A call of the console, forwarded to its service with the path as it is. */
export interface ConsoleRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** At the root of the host, parameters in braces. */
  path: `/console/api/${string}`;
  service: ServiceName;
  /** `member`: needs the cookie of a signed-in member. `public`: for callers who are not signed in yet. */
  auth: 'member' | 'public';
}

/** Every route of the console's API, once. Other paths answer 404, other methods on these paths 405. */
export const CONSOLE_ROUTES: readonly ConsoleRow[] = [
  { method: 'POST', path: '/console/api/sign-in', service: 'accounts', auth: 'public' },
  { method: 'POST', path: '/console/api/set-password', service: 'accounts', auth: 'public' },
  { method: 'POST', path: '/console/api/sign-out', service: 'accounts', auth: 'member' },
  { method: 'GET', path: '/console/api/me', service: 'accounts', auth: 'member' },
  {
    method: 'POST',
    path: '/console/api/capture-requests/{id}/close',
    service: 'capture-requests',
    auth: 'member',
  },
  { method: 'POST', path: '/console/api/sessions/{id}/host', service: 'sessions', auth: 'member' },
  { method: 'POST', path: '/console/api/sessions/{id}/end', service: 'sessions', auth: 'member' },
];
