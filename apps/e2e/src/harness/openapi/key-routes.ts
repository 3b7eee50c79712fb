import { dereference, fetchDocument, operationsOf, type OpenApi, type SchemaNode } from './openapi.js';

export interface Route {
  method: string;
  path: string;
  scope: string;
  budget: 'read' | 'write' | 'download';
  feature?: string;
  liveOnly: boolean;
  /** Accepts a cursor. */
  isList: boolean;
  /** Schemas of the body's fields, by name. */
  body?: Record<string, SchemaNode>;
  /** Field names of its answer and of the items listed in it. */
  answers: string[];
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

/** Every route that accepts an API key, read from the published document. */
export async function keyRoutes(baseUrl: string): Promise<Route[]> {
  const document = await fetchDocument(baseUrl);
  return operationsOf(document).flatMap((operation) => {
    const access = operation['x-capture'];
    if (access?.auth !== 'key') return [];
    const { scope = '', budget, feature, liveOnly = false } = access;
    const body = operation.requestBody?.content['application/json']?.schema;
    const success = Object.entries(operation.responses).find(([status]) => Number(status) < 400)?.[1];
    const answer = propertiesOf(document, success?.content?.['application/json']?.schema);
    const listed = propertiesOf(document, answer['data']);
    const route: Route = {
      method: operation.method,
      path: operation.path,
      scope,
      budget: budget as Route['budget'],
      liveOnly,
      isList: (operation.parameters ?? []).some(({ name }) => name === 'cursor'),
      answers: [...new Set([...Object.keys(answer), ...Object.keys(listed)])],
    };
    if (feature !== undefined) route.feature = feature;
    if (body !== undefined) route.body = propertiesOf(document, body);
    return [route];
  });
}
