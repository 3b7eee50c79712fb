/** The parts of an OpenAPI 3.1 document that the reference page shows. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Response> };
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  'x-capture'?: { auth: string; scope?: string; budget?: string; feature?: string; liveOnly?: boolean };
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
  'x-codes'?: string[];
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  additionalProperties?: boolean | Schema;
}

/** Follows a `$ref` into the document's components; an unknown one reads as an empty schema. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return document.components?.schemas?.[nameOf(schema.$ref)] ?? {};
}

export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}
