import 'reflect-metadata';
import { validateSync, type ValidationError } from 'class-validator';
import { openInstanceOf } from '../bounds/instance.js';
import { newId } from '../ids.js';

/** A fact as it travels between services. `id` is one per fact and survives redelivery and replay. */
export interface EventEnvelope<T extends object = object> {
  id: string;
  type: string;
  version: number;
  /** ISO 8601 UTC, milliseconds. */
  occurredAt: string;
  organizationId: string;
  data: T;
  /** Which fact of its organization in the service (`source`) that recorded it; given when its transaction commits. */
  fact?: { source: string; ordinal: number };
}

export interface EventDefinition {
  type: string;
  version: number;
  /** Public events go out by webhook; internal ones keep projections of other services current. */
  audience: 'public' | 'internal';
  description: string;
  constructor: new () => object;
}

const definitions = new Map<string, EventDefinition>();

/** Declares the payload class of one event type and version. */
export function EventType(
  type: string,
  options: { version?: number; audience?: 'public' | 'internal'; description: string },
): <C extends new () => object>(target: C) => void {
  const { version = 1, audience = 'public', description } = options;
  return (target) => {
    definitions.set(`${type}.v${version}`, { type, version, audience, description, constructor: target });
  };
}

/** Every declared event, for documentation, samples and the public catalogue. */
export function eventDefinitions(): EventDefinition[] {
  return [...definitions.values()];
}

export function definitionOf(type: string, version: number): EventDefinition | undefined {
  return definitions.get(`${type}.v${version}`);
}

function definitionOfClass(constructor: new () => object): EventDefinition {
  for (const definition of definitions.values())
    if (definition.constructor === constructor) return definition;
  throw new Error(`${constructor.name} has no @EventType`);
}

function describe(errors: ValidationError[]): string {
  return errors
    .map((error) => `${error.property}: ${Object.values(error.constraints ?? {}).join(', ')}`)
    .join('; ');
}

/**
 * The only way to build an event. Throws when `data` does not fit its class: a malformed fact must fail the
 * transaction that records it, not a consumer hours later.
 */
export function createEvent<T extends object>(
  eventClass: new () => T,
  organizationId: string,
  data: T,
  occurredAt: Date = new Date(),
): EventEnvelope<T> {
  const { type, version } = definitionOfClass(eventClass);
  assertValid(eventClass, data, type);
  return { id: newId('event'), type, version, occurredAt: occurredAt.toISOString(), organizationId, data };
}

/** Reads an envelope off the wire. Unknown members are allowed: additions are compatible. */
export function parseEvent<T extends object>(
  eventClass: new () => T,
  envelope: EventEnvelope,
): EventEnvelope<T> {
  const { type } = definitionOfClass(eventClass);
  if (envelope.type !== type) throw new Error(`expected ${type}, got ${envelope.type}`);
  return { ...envelope, data: assertValid(eventClass, envelope.data, type) };
}

function assertValid<T extends object>(eventClass: new () => T, data: object, type: string): T {
  const instance = openInstanceOf(eventClass, data);
  const errors = validateSync(instance, { whitelist: false, forbidUnknownValues: false });
  if (errors.length > 0) throw new Error(`${type} does not fit its class: ${describe(errors)}`);
  return instance;
}
