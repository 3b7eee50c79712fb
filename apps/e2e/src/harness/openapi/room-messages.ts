import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ROOT } from '../repository.js';

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  type?: string | string[];
  [member: string]: unknown;
}

const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'docs/api/room-messages.schema.json'), 'utf8')) as {
  $defs: Record<string, Node>;
};

/** The published messages of a side, by type: what the server sends, or what clients may send. */
export function publishedTypes(side: 'client' | 'server'): string[] {
  const start = `${side}.`;
  return Object.keys(SCHEMA.$defs).flatMap((name) =>
    name.startsWith(start) ? [name.slice(start.length)] : [],
  );
}

/** The same without leave for members that are not in it: whatever travels has to be published. */
function closed(node: Node): Node {
  const { properties, items } = node;
  return {
    ...node,
    ...(items && { items: closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
      additionalProperties: false,
    }),
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
const checks = new Map<string, ValidateFunction>();

/** How a message differs from what is published of its type; empty when it does not. */
export function messageFaults(side: 'client' | 'server', message: { type: string }): string[] {
  const name = `${side}.${message.type}`;
  const schema = SCHEMA.$defs[name];
  if (!schema) return [`${name} is not published`];
  const check = checks.get(name) ?? ajv.compile(closed(schema));
  checks.set(name, check);
  if (check(message)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message: fault = '', params }) =>
      `${name}${instancePath} ${fault} ${JSON.stringify(params)}`,
  );
}
