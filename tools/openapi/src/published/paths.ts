// The `paths` of a document: rows of a routing table, joined with the operations that services have for them.
import type { Operation, Route, ServedOperation } from '../document.js';
import { shapeOf } from '../merge.js';

/** Path items: operations by lower-case method, and `servers` where a path has its own. */
export type Paths = Record<string, Record<string, Operation | object[]>>;

/** Rows without an operation are left out: `disagreements` names them. */
export function pathsOf(
  rows: readonly Route[],
  operations: ServedOperation[],
  operationOf: (row: Route, operation: Operation) => Operation,
): Paths {
  const paths: Paths = {};
  for (const row of rows) {
    const served = operations.find(
      ({ method, path }) => method === row.method && shapeOf(path) === shapeOf(row.path),
    );
    if (!served) continue;
    const item = (paths[served.path] ??= row.atRoot ? { servers: [{ url: '/' }] } : {});
    item[row.method.toLowerCase()] = operationOf(row, served.operation);
  }
  return paths;
}

/** Tags in the order in which they first appear. */
export function tagsOf(paths: Paths): { name: string }[] {
  const members = Object.values(paths).flatMap((item) => Object.values(item));
  const names = members.flatMap((member) => (Array.isArray(member) ? [] : (member.tags ?? [])));
  return [...new Set(names)].map((name) => ({ name }));
}

/** What table and services say differently; empty when they agree. */
export function disagreements(rows: readonly Route[], operations: ServedOperation[]): string[] {
  const key = ({ service, method, path }: Pick<Route, 'service' | 'method' | 'path'>): string =>
    `${service} ${method} ${shapeOf(path)}`;
  const asked = rows.flatMap((row) => (row.keysOf ?? [row.service]).map((service) => ({ ...row, service })));
  const routed = new Set(asked.map(key));
  const served = new Set(operations.map(key));
  return [
    ...asked
      .filter((row) => !served.has(key(row)))
      .map((row) => `${key(row)}: in the routing table, but the service does not have it`),
    ...operations
      .filter((each) => !routed.has(key(each)))
      .map((each) => `${key(each)}: in the service, but not in the routing table`),
    ...actionFaults(asked, operations, key),
  ];
}

/** Routes of members of which table and service name different actions: the service would judge by its own. */
function actionFaults(
  rows: readonly Route[],
  operations: ServedOperation[],
  key: (route: Pick<Route, 'service' | 'method' | 'path'>) => string,
): string[] {
  const served = new Map(operations.map((each) => [key(each), each.operation['x-action']]));
  return rows
    .filter((row) => served.has(key(row)) && served.get(key(row)) !== row.action)
    .map((row) => `${key(row)}: ${row.action} in the routing table, ${served.get(key(row))} in the service`);
}
