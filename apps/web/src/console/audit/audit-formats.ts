import { auditCopy as copy } from '../copy/organization.copy.js';
import { csvOf } from '../export/csv.model.js';
import type { Format } from '../export/export-list.js';
import type { AuditEntry } from './audit-api.js';

const COLUMNS = [
  'id',
  'at',
  'action',
  'actor',
  'subject',
  'ip',
  'detail',
] as const satisfies (keyof AuditEntry)[];

/** Details are JSON within their cell. */
function rowOf(entry: AuditEntry): string[] {
  return COLUMNS.map((column) => (column === 'detail' ? JSON.stringify(entry.detail) : entry[column]));
}

/** How the audit log is saved. */
export const AUDIT_FORMATS: readonly Format<AuditEntry>[] = [
  {
    action: copy.saveCsv,
    fileName: copy.file,
    ending: 'csv',
    write: (entries) => csvOf(COLUMNS, entries.map(rowOf)),
  },
  {
    action: copy.saveJson,
    fileName: copy.file,
    ending: 'json',
    write: (entries) => JSON.stringify(entries, null, 2),
  },
];
