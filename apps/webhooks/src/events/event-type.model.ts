import {
  eventDefinitions,
  eventFields,
  eventSample,
  publicDataSchema,
  type EventDefinition,
} from '@capture/contracts';
import type { EventTypeDto } from './event.dto.js';
import { API_VERSION, publicBody } from './event.model.js';

function bodySchema(definition: EventDefinition): object {
  const sequence = definition.type === 'ping' ? { type: 'null' } : { type: 'integer', minimum: 1 };
  const properties = {
    id: { type: 'string', pattern: '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
    type: { const: definition.type },
    timestamp: { type: 'string', format: 'date-time' },
    apiVersion: { const: API_VERSION },
    organizationId: { type: 'string', pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
    sequence,
    data: publicDataSchema(definition),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: definition.type,
    description: definition.description,
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
}

/** Every type that webhooks may carry, with the schema and an example of its body. */
export function publicEventTypes(): EventTypeDto[] {
  return eventDefinitions()
    .filter((definition) => definition.audience === 'public')
    .map((definition) => {
      const sequence = definition.type === 'ping' ? null : 1n;
      const example = publicBody(eventSample(definition), eventFields(definition), sequence);
      return {
        type: definition.type,
        version: `v${definition.version}`,
        description: definition.description,
        schema: bodySchema(definition),
        example: JSON.parse(example) as object,
      };
    });
}
