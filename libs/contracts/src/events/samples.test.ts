import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import {
  definitionOf,
  eventDefinitions,
  eventFields,
  eventSample,
  parseEvent,
  publicDataSchema,
  sampleFileName,
} from '../index.js';
import type { EventDefinition, EventEnvelope } from './event.js';

const SAMPLES = new URL('../../samples/', import.meta.url);
const files = readdirSync(SAMPLES).sort();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Fields that an event of each type and version has had to have since its first release. */
const REQUIRED = JSON.parse(
  readFileSync(new URL('../../required-event-fields.json', import.meta.url), 'utf8'),
) as Record<string, string[]>;

/** Fields without which the class refuses its sample. */
function requiredFields(definition: EventDefinition): string[] {
  const sample = eventSample(definition);
  const refusedWithout = (field: string): boolean => {
    const data = Object.fromEntries(Object.entries(sample.data).filter(([name]) => name !== field));
    try {
      parseEvent(definition.constructor as new () => object, { ...sample, data });
      return false;
    } catch {
      return true;
    }
  };
  return eventFields(definition).filter(refusedWithout).sort();
}

describe('golden samples of events', () => {
  it.each(eventDefinitions())(
    '$type v$version: events that were stored before this release still parse: it requires no field that they may lack',
    (definition) => {
      expect(requiredFields(definition)).toEqual(REQUIRED[`${definition.type}.v${definition.version}`]);
    },
  );

  it('exist for every declared event, and for nothing else', () => {
    expect(files).toEqual(eventDefinitions().map(sampleFileName).sort());
  });

  it.each(files)('%s parses with the class of its type and version', (file) => {
    const envelope = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')) as EventEnvelope;
    const definition = definitionOf(envelope.type, envelope.version);
    expect(definition && sampleFileName(definition)).toBe(file);
    expect(() => parseEvent(definition?.constructor as new () => object, envelope)).not.toThrow();
  });

  it.each(eventDefinitions())(
    '$type v$version: the sample shows every field of its class and no other',
    (definition) => {
      expect(Object.keys(eventSample(definition).data).sort()).toEqual(eventFields(definition).sort());
    },
  );

  it.each(eventDefinitions())(
    '$type v$version: the sample as the public sees it fits its JSON Schema',
    (definition) => {
      const data = { ...eventSample(definition).data } as Record<string, unknown>;
      if (typeof data['metadata'] === 'string') data['metadata'] = JSON.parse(data['metadata']);
      const validate = ajv.compile(publicDataSchema(definition));
      expect(validate(data), JSON.stringify(validate.errors)).toBe(true);
    },
  );
});
