import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutConnectionFailure } from '../connections/connection-failure.js';
import type { ScopedPool } from '../connections/scoped-pool.js';
import { KeptStatements, statementsOver, type Statements } from '../connections/statements.js';
import { endsNow, named, type Ambient } from './ambient-transaction.js';
import type { PreparedStatement } from './gathered.js';
import { LOCK, tryLock } from './locks.js';

/** A statement for each of their answers. */
export type Together<Rows extends unknown[][]> = { [Place in keyof Rows]: PreparedStatement };

/** Statements of our own, past the generated client: in the running transaction, or each by itself without one. */
export abstract class DatabaseStatements {
  protected readonly ambient = new AsyncLocalStorage<Ambient>();
  protected readonly kept = new KeptStatements();

  protected constructor(protected readonly pool: ScopedPool) {}

  get inTransaction(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  /** Rows of a parameterized statement (`$1`, `$2`…), inside the running transaction if there is one. */
  query<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.guarded(() => this.statements.query<Row>(sql, values));
  }

  /**
   * The same for hot statements whose plan is the same for every value: the server keeps it, which halves their cost. Look-ups
   * by key are such, and queues in a transaction that walks indexes. Pages are not: their best plan depends on values and
   * sizes. Those that only read and are in no transaction share connections (`LookUps`): they have to be quick.
   */
  prepared<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    const { name, reads } = this.kept.of(sql);
    const { lookUps } = this.pool;
    if (lookUps && reads && !this.inTransaction)
      return this.guarded(() => lookUps.find<Row>(sql, values, name));
    return this.guarded(() => this.statements.query<Row>(sql, values, { name }));
  }

  /**
   * Rows of statements that wait for no answer of each other. They are prepared and go out in one message: to wake the server
   * costs more than most of them. Each runs after the one before, and sees what others had committed by then. They fail with
   * the first that does.
   * @throws Error outside of a transaction
   */
  together<Rows extends unknown[][]>(...statements: Together<Rows>): Promise<Rows> {
    return this.sendTogether(statements, false);
  }

  /**
   * Rows of the last statement of the running transaction, which is prepared. It commits in the same message. If other
   * work has joined the transaction or gathered something in it, the statement runs like any other, and the commit follows.
   */
  last<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    const commits = endsNow(this.ambient.getStore());
    return this.guarded(() =>
      this.statements.query<Row>(sql, values, { name: this.kept.of(sql).name, commits }),
    );
  }

  /** The last ones of the running transaction: `together` and `last` in one. */
  lastTogether<Rows extends unknown[][]>(...statements: Together<Rows>): Promise<Rows> {
    return this.sendTogether(statements, endsNow(this.ambient.getStore()));
  }

  /** Number of rows that a parameterized statement changed. */
  execute(sql: string, ...values: unknown[]): Promise<number> {
    return this.guarded(() => this.statements.execute(sql, values));
  }

  /** Takes a lock named `name` until the running transaction ends; false when another transaction has it. */
  async tryLock(name: string): Promise<boolean> {
    const { sql, values } = tryLock(name);
    const [row] = await this.prepared<{ locked: boolean }>(sql, ...values);
    return row?.locked ?? false;
  }

  /** Waits for the lock named `name` and keeps it until the running transaction ends. */
  async lock(name: string): Promise<void> {
    await this.execute(LOCK, name);
  }

  protected async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw withoutConnectionFailure(error);
    }
  }

  private async sendTogether<Rows extends unknown[][]>(
    statements: readonly PreparedStatement[],
    commits: boolean,
  ): Promise<Rows> {
    const inside = this.ambient.getStore();
    if (!inside) throw new Error('only statements of a transaction go out together');
    const several = named(statements, this.kept);
    return this.guarded(() => inside.statements.together(several, { commits }) as Promise<Rows>);
  }

  private get statements(): Statements {
    return this.ambient.getStore()?.statements ?? statementsOver(this.pool);
  }
}
