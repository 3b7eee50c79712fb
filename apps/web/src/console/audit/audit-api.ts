import { call, type Answer } from '../api/console-client.js';

const ALL = '/console/api/audit-log';

export type AuditEntry = Answer<typeof ALL, 'get'>['data'][number];

/** What narrows the log, by the names that the address and the API have for it. */
const FILTERS = ['action', 'actor', 'subject', 'from', 'to'] as const;
export type AuditFilter = Partial<Record<(typeof FILTERS)[number], string>>;

export const auditKey = (filter: AuditFilter) => ['audit', filter] as const;

/** @param limit entries a page; a few without it */
export const listAuditLog = (filter: AuditFilter, cursor: string | undefined, limit?: number) =>
  call('get', ALL, {
    query: { ...filter, ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
  });

export function filterOf(search: URLSearchParams): AuditFilter {
  const given = FILTERS.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
