import type { UploadRef } from '@capture/contracts';
import type { Database } from '@capture/persistence';

/** A claimed row of work. Writes under an earlier attempt number are refused. */
export interface Lease extends UploadRef {
  attempt: number;
  /** `failed` when it was given up, else the pending state of its table. */
  state: string;
  /** How the last attempt went wrong. */
  failure: string | null;
}

/** A table whose pending rows are work. Beside the columns named here it has state, attempt, deaths and failure. */
export interface LeasedTable {
  name: string;
  /** Select list of a row. */
  columns: string;
  /** State of a row that is work. */
  pending: string;
  /** Column: until when nobody else may claim the row. */
  leaseUntil: string;
  /** Column by whose order rows wait. */
  waitingSince: string;
  /** Condition under which a claimed row is still wanted; always, when absent. */
  wanted?: string;
  /** Failure of a row that is given up. */
  givenUp: string;
}

export interface Claim {
  now: Date;
  leaseUntil: Date;
  /** Claims in a row without an end, or with one that counts as none, after which the row is given up. */
  maxDeaths: number;
}

/** Pause before the third attempt at work that came to no end; each pause after it is twice as long and this much. */
const PAUSE_SEC = 3;

/**
 * Leases on rows of work. A row is in one process's hands at a time, for as long as that renews its lease; a process that
 * dies leaves it to the next one. Work that takes its process down again and again ends as `failed`. It is tried at growing
 * intervals before: processes that end again and again for another reason should not find it under way each time.
 */
export abstract class LeaseRepository<Ref extends UploadRef, Row extends Ref & Lease, Stored = Row> {
  constructor(
    protected readonly database: Database,
    private readonly table: LeasedTable,
  ) {}

  /** Columns that name a row, with their values. */
  protected abstract keyOf(ref: Ref): Record<string, string>;

  protected abstract toRow(stored: Stored): Row;

  /**
   * Holds a free row that was under way when a process ended, or whose values were refused: the same may follow again. Nobody
   * else has it until `leaseUntil`, and nothing of it has begun.
   */
  async holdSuspect(ref: Ref, now: Date, leaseUntil: Date): Promise<Row | undefined> {
    const { name, columns, pending, leaseUntil: until } = this.table;
    const [row] = await this.database.query<Stored>(
      `UPDATE ${name} SET ${until} = $2
       WHERE state = '${pending}' AND deaths > 0 AND ${this.freeCondition()} AND ${this.conditions(ref, 2)}
       RETURNING ${columns}`,
      now,
      leaseUntil,
      ...Object.values(this.keyOf(ref)),
    );
    return row && this.toRow(row);
  }

  /** Lets go of a row that was held. */
  async letGo(row: Row): Promise<void> {
    await this.change(row, `${this.table.leaseUntil} = NULL`);
  }

  /** Claims a row, or marks it as failed. Undefined when another process holds it or it is not pending. */
  async claim(ref: Ref, { now, leaseUntil, maxDeaths }: Claim): Promise<Row | undefined> {
    const { name, columns, pending, leaseUntil: until, givenUp } = this.table;
    const [row] = await this.database.query<Stored>(
      `UPDATE ${name} SET attempt = attempt + 1, deaths = deaths + 1, ${until} = $2,
         state = CASE WHEN deaths < $3 THEN '${pending}' ELSE 'failed' END,
         failure = CASE WHEN deaths < $3 THEN failure ELSE '${givenUp}' END
       WHERE state = '${pending}' AND ${this.freeCondition()} AND ${this.conditions(ref, 3)}
       RETURNING ${columns}`,
      now,
      leaseUntil,
      maxDeaths,
      ...Object.values(this.keyOf(ref)),
    );
    return row && this.toRow(row);
  }

  /** False when the lease was lost: a newer attempt has the row, or it is no longer wanted. */
  renew(row: Row, leaseUntil: Date): Promise<boolean> {
    return this.change(row, `${this.table.leaseUntil} = $1`, leaseUntil);
  }

  /** Leaves the row to another attempt, not before `retryAt`. */
  async postpone(row: Row, failure: string | null, retryAt: Date): Promise<void> {
    await this.change(row, `deaths = 0, failure = $1, ${this.table.leaseUntil} = $2`, failure, retryAt);
  }

  /** The same after an attempt that counts like one that ended its process, as the next one will fail in the same way. */
  async postponeCounted(row: Row, failure: string, retryAt: Date): Promise<void> {
    await this.change(row, `failure = $1, ${this.table.leaseUntil} = $2`, failure, retryAt);
  }

  /** The attempt under way counts no longer as one that may end its process: the process is told to stop. */
  async forgive(row: Row): Promise<void> {
    await this.change(row, 'deaths = GREATEST(deaths - 1, 0)');
  }

  /** Pending rows that nobody has, oldest first. */
  async waiting(now: Date, count: number): Promise<Row[]> {
    const { name, columns, pending, waitingSince } = this.table;
    const rows = await this.database.query<Stored>(
      `SELECT ${columns} FROM ${name} WHERE state = '${pending}' AND ${this.freeCondition()}
       ORDER BY ${waitingSince} LIMIT $2`,
      now,
      count,
    );
    return rows.map((row) => this.toRow(row));
  }

  /** Changes a row that is still this attempt's. False when it is not. `$1` in the assignment is the first value. */
  protected async change(row: Row, assignment: string, ...values: unknown[]): Promise<boolean> {
    const { name, pending, wanted = 'true' } = this.table;
    const changed = await this.database.execute(
      `UPDATE ${name} SET ${assignment}
       WHERE ${this.conditions(row, values.length + 1)} AND attempt = $${values.length + 1} AND state = '${pending}' AND ${wanted}`,
      ...values,
      row.attempt,
      ...Object.values(this.keyOf(row)),
    );
    return changed === 1;
  }

  /** Of rows that nobody holds at `$1`, and whose pause after attempts without an end is over: 0, 3, 9, 21 and 45 s. */
  private freeCondition(): string {
    const { leaseUntil: until } = this.table;
    const pauses = `(power(2, GREATEST(deaths - 1, 0)) - 1)`;
    return `(${until} IS NULL OR ${until} + ${pauses} * interval '${PAUSE_SEC} seconds' <= $1)`;
  }

  private conditions(ref: Ref, after: number): string {
    return Object.keys(this.keyOf(ref))
      .map((column, index) => `${column} = $${after + index + 1}`)
      .join(' AND ');
  }
}
