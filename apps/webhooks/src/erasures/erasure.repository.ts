import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { ERASED, type AddressPattern } from './address-pattern.model.js';

type Counts = Record<'events' | 'attempts', number>;

/** How far an erasure has come. */
export interface Progress {
  counts: Counts;
  /** Position in the organization's log up to which it has come; null at its end. */
  after: string | null;
}

/** Events of an organization, by their positions in its log: from `after`, without that one, to `last`. */
export interface LogRange {
  organizationId: string;
  after: string;
  /** Null for those that are not part of the log. */
  last: string | null;
}

/** Parameters 5 and 6 are the range's. */
const within = ({ last }: LogRange): string =>
  last === null ? 'event.sequence IS NULL' : 'event.sequence > $5::bigint AND event.sequence <= $6::bigint';
const limits = ({ after, last }: LogRange): string[] => (last === null ? [] : [after, last]);

/** What erasures removed: a repeat is answered from it, and one that broke off goes on. In transactions that walk indexes. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database) {}

  /** A repeat that arrives meanwhile waits until the running transaction ends. */
  lock(id: string): Promise<void> {
    return this.database.lock(`erasure ${id}`);
  }

  async progressOf(organizationId: string, id: string): Promise<Progress | undefined> {
    const [row] = await this.database.query<{ counts: Counts & { after?: string } }>(
      'SELECT counts FROM person_erasure WHERE id = $1 AND organization_id = $2',
      id,
      organizationId,
    );
    if (!row) return undefined;
    const { after, ...counts } = row.counts;
    return { counts, after: after ?? null };
  }

  async save(organizationId: string, id: string, { counts, after }: Progress, now: Date): Promise<void> {
    await this.database.execute(
      `INSERT INTO person_erasure (id, organization_id, counts, erased_at) VALUES ($1, $2, $3::jsonb, $4)
       ON CONFLICT (id) DO UPDATE SET counts = excluded.counts, erased_at = excluded.erased_at`,
      id,
      organizationId,
      JSON.stringify(after === null ? counts : { ...counts, after }),
      now,
    );
  }

  /** The position up to which there are at most `count` more events; null when there are none. */
  async positionAfter(organizationId: string, after: string, count: number): Promise<string | null> {
    const [row] = await this.database.query<{ last: string | null }>(
      `SELECT max(sequence)::text AS last FROM (
         SELECT sequence FROM event WHERE organization_id = $1 AND sequence > $2::bigint ORDER BY sequence LIMIT $3
       ) next`,
      organizationId,
      after,
      count,
    );
    return row?.last ?? null;
  }

  /** How many events held the address. Later attempts and replays send what is stored then. */
  eraseFromEvents(range: LogRange, { exact, rough }: AddressPattern): Promise<number> {
    return this.database.execute(
      `UPDATE event SET body = regexp_replace(body, $2, $3, 'gi')
       WHERE organization_id = $1 AND ${within(range)} AND body ~* $4 AND body ~* $2`,
      range.organizationId,
      exact,
      ERASED,
      rough,
      ...limits(range),
    );
  }

  /** How many facts had the address that wait for an earlier one, and are no events yet. */
  eraseFromEarlyFacts(organizationId: string, { exact, rough }: AddressPattern): Promise<number> {
    return this.database.execute(
      `UPDATE early_fact SET envelope = regexp_replace(envelope, $2, $3, 'gi')
       WHERE organization_id = $1 AND envelope ~* $4 AND envelope ~* $2`,
      organizationId,
      exact,
      ERASED,
      rough,
    );
  }

  /** How many attempts had an answer, or an error, with the address. */
  eraseFromAttempts(range: LogRange, { exact, rough }: AddressPattern): Promise<number> {
    return this.database.execute(
      `UPDATE attempt SET response_body = regexp_replace(response_body, $2, $3, 'gi'), error = regexp_replace(error, $2, $3, 'gi')
       FROM event JOIN delivery ON delivery.event_id = event.id
       WHERE attempt.delivery_id = delivery.id AND event.organization_id = $1 AND ${within(range)}
         AND (attempt.response_body ~* $4 AND attempt.response_body ~* $2 OR attempt.error ~* $4 AND attempt.error ~* $2)`,
      range.organizationId,
      exact,
      ERASED,
      rough,
      ...limits(range),
    );
  }
}
