import type { Action, ErrorCode } from '@capture/contracts';

/** What the tool reads of an operation; everything else in it is passed on as it is. */
export interface Operation {
  operationId?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses: Record<string, Response>;
  /** Errors that the route declares with `@ApiErrors`; left out of what is published. */
  'x-errors'?: ErrorCode[];
  /** What a member's call is, declared with `@Can`; left out of what is published. */
  'x-action'?: string;
  /** The id for members, where it does not follow from that for keys; left out of what is published. */
  'x-member-operation-id'?: string;
  [member: string]: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  [member: string]: unknown;
}

type Content = Record<string, { schema?: unknown; [member: string]: unknown }>;

export interface Response {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Content;
  [member: string]: unknown;
}

export type Schemas = Record<string, unknown>;

/** Operations by lower-case method. */
export type PathItem = Record<string, Operation>;

/** An OpenAPI document, as far as the tool reads it. */
export interface Document {
  paths: Record<string, PathItem>;
  components?: { schemas?: Schemas };
}

export interface ServiceDocument {
  service: string;
  document: Document;
}

/** An operation with the service, upper-case method and path it was declared at. */
export interface ServedOperation {
  service: string;
  method: string;
  path: string;
  operation: Operation;
}

/** A row of the gateway's routing tables. */
export interface Route {
  service: string;
  method: string;
  path: string;
  auth: 'key' | 'capability' | 'public' | 'member';
  scope?: string;
  budget?: string;
  feature?: string;
  liveOnly?: boolean;
  /** Of a member's call. */
  action?: Action;
  atRoot?: boolean;
  keysOf?: readonly string[];
}

/** Named parts of the document that is being written. */
export interface Components {
  responses: Record<string, unknown>;
}

/** What the services serve: their operations, and all their schemas by name. */
export interface Served {
  operations: ServedOperation[];
  schemas: Schemas;
}
