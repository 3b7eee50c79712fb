/** The JSON Schema keywords that requests are derived from. */
export interface SchemaNode {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ParameterNode {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: SchemaNode;
}

export interface ResponseNode {
  $ref?: string;
  content?: Record<string, { schema?: SchemaNode }>;
}

interface OperationNode {
  parameters?: ParameterNode[];
  requestBody?: { content: Record<string, { schema: SchemaNode }> };
  responses: Record<string, ResponseNode>;
  'x-capture'?: {
    auth: 'key' | 'capability' | 'member' | 'public';
    scope?: string;
    budget?: 'read' | 'write' | 'download' | 'requests';
    feature?: string;
    liveOnly?: boolean;
    /** Of a member's call. */
    action?: string;
    roles?: string[];
  };
}

export interface OpenApi {
  paths: Record<string, Record<string, OperationNode>>;
  components: { schemas: Record<string, SchemaNode>; responses: Record<string, ResponseNode> };
}

export interface Operation extends OperationNode {
  method: string;
  /** Path template, below `/api`. */
  path: string;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Paths of the published documents. */
const API_DOCUMENT = '/api/v1/openapi.json';
export const CONSOLE_DOCUMENT = '/console/api/openapi.json';

export async function fetchDocument(baseUrl: string, path = API_DOCUMENT): Promise<OpenApi> {
  const response = await fetch(baseUrl + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as OpenApi;
}

/** Every operation of a document. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** Follows references into the components. */
export function dereference(document: OpenApi, schema: SchemaNode): SchemaNode {
  if (schema.$ref === undefined) return schema;
  const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`the document has no ${schema.$ref}`);
  return dereference(document, target);
}
