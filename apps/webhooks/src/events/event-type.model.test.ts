import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { publicEventTypes } from './event-type.model.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

describe('public event types', () => {
  it('are the documented ones and no internal one', () => {
    expect(
      publicEventTypes()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(
      [
        ...['created', 'launched', 'closed', 'deleted', 'submission_received'].map(
          (name) => `capture_request.${name}`,
        ),
        ...['replaced', 'footage_expired'].map((name) => `submission.${name}`),
        ...['opened', 'participant_joined', 'participant_left', 'ended', 'expired', 'promotion_failed'].map(
          (name) => `session.${name}`,
        ),
        ...['created', 'track_available', 'track_stranded', 'completed', 'deleted'].map(
          (name) => `recording.${name}`,
        ),
        'webhook_endpoint.disabled',
        'ping',
      ].sort(),
    );
  });

  it.each(publicEventTypes())('$type: the example fits the schema', ({ schema, example }) => {
    const validate = ajv.compile(schema);
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(publicEventTypes())('$type: the schema refuses a body without data', ({ schema, example }) => {
    expect(ajv.compile(schema)({ ...example, data: null })).toBe(false);
  });
});
