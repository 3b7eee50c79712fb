import { RawJson, stringifyWithRaw, type EventEnvelope } from '@capture/contracts';

export const API_VERSION = 'v1';

/**
 * The text that receivers get, made once and stored: `{id, type, timestamp, apiVersion, organizationId, sequence, data}`.
 * Only `fields` of the data go out, so that what a producer adds later stays inside until it is declared; `metadata`
 * is the caller's own JSON, spliced in as it was sent. `sequence` is null for a ping.
 */
export function publicBody(
  envelope: EventEnvelope,
  fields: readonly string[],
  sequence: bigint | null,
): string {
  const { id, type, occurredAt, organizationId } = envelope;
  const given = envelope.data as Record<string, unknown>;
  const data = Object.fromEntries(
    fields
      .filter((field) => given[field] !== undefined)
      .map((field) => [field, field === 'metadata' ? new RawJson(String(given[field])) : given[field]]),
  );
  return stringifyWithRaw({
    id,
    type,
    timestamp: occurredAt,
    apiVersion: API_VERSION,
    organizationId,
    sequence: sequence === null ? null : Number(sequence),
    data,
  });
}
