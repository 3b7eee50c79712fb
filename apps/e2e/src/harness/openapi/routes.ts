import {
  CONSOLE_DOCUMENT,
  dereference,
  fetchDocument,
  operationsOf,
  type OpenApi,
  type Operation,
  type SchemaNode,
} from './openapi.js';

interface Documented {
  method: string;
  path: string;
  feature?: string;
  /** Accepts a cursor. */
  isList: boolean;
  /** Schemas of the body's fields, by name. */
  body?: Record<string, SchemaNode>;
  /** Field names of its answer and of the items listed in it. */
  answers: string[];
}

/** A route that accepts API keys. */
export interface Route extends Documented {
  scope: string;
  budget: 'read' | 'write' | 'download';
  liveOnly: boolean;
}

/** A route of the console that accepts members. */
export interface MemberRoute extends Documented {
  action: string;
  roles: string[];
}

function propertiesOf(document: OpenApi, schema: SchemaNode | undefined): Record<string, SchemaNode> {
  if (!schema) return {};
  const { properties, allOf, items } = dereference(document, schema);
  const parts = [...(allOf ?? []), ...(items ? [items] : [])];
  return Object.assign({}, ...parts.map((part) => propertiesOf(document, part)), properties) as Record<
    string,
    SchemaNode
  >;
}

function describe(document: OpenApi, operation: Operation): Documented {
  const { method, path, parameters = [], requestBody, responses } = operation;
  const { feature } = operation['x-capture'] ?? {};
  const body = requestBody?.content['application/json']?.schema;
  const success = Object.entries(responses).find(([status]) => Number(status) < 400)?.[1];
  const answer = propertiesOf(document, success?.content?.['application/json']?.schema);
  const listed = propertiesOf(document, answer['data']);
  return {
    method,
    path,
    isList: parameters.some(({ name }) => name === 'cursor'),
    answers: [...new Set([...Object.keys(answer), ...Object.keys(listed)])],
    ...(feature === undefined ? {} : { feature }),
    ...(body === undefined ? {} : { body: propertiesOf(document, body) }),
  };
}

/** Every route that accepts an API key, read from the published document. */
export async function keyRoutes(baseUrl: string): Promise<Route[]> {
  const document = await fetchDocument(baseUrl);
  return operationsOf(document).flatMap((operation) => {
    const access = operation['x-capture'];
    if (access?.auth !== 'key') return [];
    const { scope = '', budget, liveOnly = false } = access;
    return [{ ...describe(document, operation), scope, budget: budget as Route['budget'], liveOnly }];
  });
}

/** Every route of the console that takes signed-in members, read from the published document. */
export async function memberRoutes(baseUrl: string): Promise<MemberRoute[]> {
  const document = await fetchDocument(baseUrl, CONSOLE_DOCUMENT);
  return operationsOf(document).flatMap((operation) => {
    const access = operation['x-capture'];
    if (access?.auth !== 'member') return [];
    const { action = '', roles = [] } = access;
    return [{ ...describe(document, operation), action, roles }];
  });
}
