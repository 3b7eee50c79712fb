import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { EventDefinition, EventEnvelope } from './event.js';

/** Where @nestjs/swagger keeps what the field decorators said. */
const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
const PROPERTY = 'swagger/apiModelProperties';

interface DocumentedField {
  type?: unknown;
  enum?: unknown[];
  isArray?: boolean;
  items?: Record<string, unknown>;
  nullable?: boolean;
  required?: boolean;
  description?: string;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface EventField {
  name: string;
  required: boolean;
  description: string | undefined;
  /** JSON Schema (2020-12) of the value. */
  schema: Record<string, unknown>;
}

const TYPE_NAMES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

const RULES = new Set(['pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum']);

function schemaOf(field: DocumentedField): Record<string, unknown> {
  const { nullable, description } = field;
  const one = field.items ?? schemaOfItem(field);
  const schema: Record<string, unknown> = field.isArray ? { type: 'array', items: one } : { ...one };
  if (nullable) schema['type'] = [schema['type'], 'null'];
  if (nullable && field.enum) schema['enum'] = [...field.enum, null];
  return description === undefined ? schema : { ...schema, description };
}

function schemaOfItem({ type, enum: values, ...rules }: DocumentedField): Record<string, unknown> {
  if (typeof type === 'function' && !TYPE_NAMES.has(type))
    return schemaOfClass((type as () => new () => object)());
  const known = Object.entries(rules).filter(([name, value]) => RULES.has(name) && value !== undefined);
  return {
    type: TYPE_NAMES.get(type) ?? type,
    ...(values ? { enum: values } : {}),
    ...Object.fromEntries(known),
  };
}

function fieldsOfClass(type: new () => object): EventField[] {
  const prototype = type.prototype as object;
  const names = (Reflect.getMetadata(PROPERTY_NAMES, prototype) ?? []) as string[];
  return names.map((marked) => {
    const name = marked.replace(/^:/, '');
    const field = Reflect.getMetadata(PROPERTY, prototype, name) as DocumentedField;
    return {
      name,
      required: field.required !== false,
      description: field.description,
      schema: schemaOf(field),
    };
  });
}

/** JSON Schema (2020-12) of an object of a class whose members are documented fields. */
export function schemaOfClass(type: new () => object): Record<string, unknown> {
  const fields = fieldsOfClass(type);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Fields of an event's data, as its class declares them. */
export function describeEventFields(definition: EventDefinition): EventField[] {
  return fieldsOfClass(definition.constructor);
}

const fieldNames = new WeakMap<EventDefinition, readonly string[]>();

/** Names of the fields of an event's data. */
export function eventFields(definition: EventDefinition): string[] {
  const names = fieldNames.get(definition) ?? describeEventFields(definition).map(({ name }) => name);
  fieldNames.set(definition, names);
  return [...names];
}

/** JSON Schema of `data` as the public sees it: `metadata`, JSON text inside the system, is an object there. */
export function publicDataSchema(definition: EventDefinition): Record<string, unknown> {
  const schema = schemaOfClass(definition.constructor);
  const properties = schema['properties'] as Record<string, unknown>;
  if ('metadata' in properties) {
    properties['metadata'] = { type: 'object', description: 'Caller-owned metadata, exactly as it was sent' };
  }
  return schema;
}

/** Name of the golden sample of an event in `samples/`. */
export function sampleFileName(definition: Pick<EventDefinition, 'type' | 'version'>): string {
  return `${definition.type}.v${definition.version}.json`;
}

/** The golden sample of an event: an envelope as it travels between services. */
export function eventSample(definition: EventDefinition): EventEnvelope {
  const file = new URL(`../../samples/${sampleFileName(definition)}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as EventEnvelope;
}
