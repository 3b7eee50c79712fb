import type { Writable } from 'node:stream';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Database, type PrismaLike } from '../src/index.js';
import type { TransactionSettings } from '../src/connections/transaction-settings.js';
import { transactDirectly } from '../src/connections/direct-transactions.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import type { ScopedPool } from '../src/connections/scoped-pool.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

describe('a transaction past the generated client', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let pool: ScopedPool;
  let things: Database;

  beforeAll(async () => {
    table = await tableOfThings(inject('postgresAdminUrl'), scopes);
    pool = table.pool;
    // Nothing in here may reach the generated client, which there is none of.
    things = new Database({} as PrismaLike, scopes, pool);
  });
  afterAll(() => table.drop());
  beforeEach(() => scopes.every('a test begins', () => pool.query({ text: 'DELETE FROM thing' })));

  const add = (id: number, owner: string): Promise<number> =>
    things.execute('INSERT INTO thing VALUES ($1, $2)', id, owner);
  const ids = (): Promise<{ id: number }[]> =>
    things.query<{ id: number }>('SELECT id FROM thing ORDER BY id');

  it('commits as a whole, then tells who waited for that', async () => {
    const told: string[] = [];
    const result = await things.forOrganization('a', () =>
      things.runDirectly(async () => {
        things.onCommit(() => told.push('committed'));
        await add(1, 'a');
        await things.run(() => add(2, 'a'));
        expect(told).toEqual([]);
        return 'done';
      }),
    );
    expect([result, ...told]).toEqual(['done', 'committed']);
    expect(await things.forOrganization('a', ids)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('leaves nothing when it fails, and the connection is good for the next one', async () => {
    const failing = things.forOrganization('a', () =>
      things.runDirectly(async () => {
        await add(1, 'a');
        throw new Error('changed its mind');
      }),
    );
    await expect(failing).rejects.toThrow('changed its mind');
    const refused = things.forOrganization('a', () =>
      things.runDirectly(async () => {
        await add(1, 'a');
        await add(1, 'a');
      }),
    );
    await expect(refused).rejects.toThrow('duplicate key');
    expect(await things.forOrganization('a', ids)).toEqual([]);
  });

  it("touches the rows of its own organization only, and none of another's", async () => {
    await things.forOrganization('a', () => things.runDirectly(() => add(1, 'a')));
    const other = (work: () => Promise<unknown>): Promise<unknown> =>
      things.forOrganization('b', () => things.runDirectly(work));
    expect(await other(ids)).toEqual([]);
    await expect(other(() => add(2, 'a'))).rejects.toThrow('row-level security');
  });

  /** What others see, over a connection of their own: the pool has one, which sees what it has not committed. */
  const committed = async (): Promise<number[]> => {
    const admin = new pg.Client({ connectionString: table.adminUrl });
    await admin.connect();
    try {
      const { rows } = await admin.query<{ id: number }>('SELECT id FROM things.thing ORDER BY id');
      return rows.map(({ id }) => id);
    } finally {
      await admin.end();
    }
  };
  /** What the server has to remark on `work`, as on the commit of no transaction. */
  const noticesOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const connection = await pool.connect();
    connection.release();
    const notices: string[] = [];
    const note = ({ message = '' }: { message?: string | undefined }): void => void notices.push(message);
    connection.on('notice', note);
    await work();
    connection.off('notice', note);
    return notices;
  };

  /** How often the server was sent something during `work`. */
  const messagesOf = async (work: () => Promise<unknown>): Promise<number> => {
    const connection = await pool.connect();
    const { stream } = (connection as unknown as { connection: { stream: Writable } }).connection;
    connection.release();
    let messages = 0;
    const { _write: one, _writev: many } = stream;
    stream._write = (...given) => {
      messages += 1;
      one.apply(stream, given);
    };
    stream._writev = (...given) => {
      messages += 1;
      many?.apply(stream, given);
    };
    try {
      await work();
    } finally {
      Object.assign(stream, { _write: one, _writev: many });
    }
    return messages;
  };

  it('begins with its first statement and commits with what it has gathered, in no message of their own', async () => {
    const insert = (ids: number[]) => ({
      sql: "INSERT INTO thing SELECT id, 'a' FROM unnest($1::int[]) AS given(id)",
      values: [ids],
    });
    const transaction = (id: number): Promise<void> =>
      things.forOrganization('a', () =>
        things.runDirectly(async () => {
          await add(id, 'a');
          things.gather(insert, id + 1, insert);
        }),
      );
    await transaction(1);
    expect(await messagesOf(() => transaction(3))).toBe(2);
    expect(await messagesOf(() => things.runDirectly(() => Promise.resolve()))).toBe(0);
    expect(await committed()).toEqual([1, 2, 3, 4]);
  });

  const insertOf = (id: number | object) => ({
    sql: `INSERT INTO thing VALUES ($1, 'a') RETURNING id`,
    values: [id],
  });
  const asA = <T>(work: () => Promise<T>): Promise<T> =>
    things.forOrganization('a', () => things.runDirectly(work));

  it('sends statements that do not wait for each other in one message, in which each sees what those before it did', async () => {
    const count = { sql: 'SELECT count(*)::int AS n FROM thing', values: [] };
    const several = (first: number) => () =>
      things.lastTogether<[{ id: number }[], { n: number }[], { id: number }[]]>(
        insertOf(first),
        count,
        insertOf(first + 1),
      );
    expect(await asA(several(1))).toEqual([[{ id: 1 }], [{ n: 1 }], [{ id: 2 }]]);
    expect(await messagesOf(() => asA(several(3)))).toBe(1);
    expect(await committed()).toEqual([1, 2, 3, 4]);
    const more = async (): Promise<unknown> => [
      await things.together(insertOf(5), count),
      await things.together(count, insertOf(6)),
    ];
    expect(await asA(more)).toEqual([
      [[{ id: 5 }], [{ n: 5 }]],
      [[{ n: 5 }], [{ id: 6 }]],
    ]);
    expect(await things.forOrganization('a', ids)).toHaveLength(6);
    await expect(things.together(count)).rejects.toThrow('of a transaction');
  });

  it.each([
    { fault: 'fails', value: 1 },
    {
      fault: 'cannot be sent',
      value: {
        toPostgres: () => {
          throw new Error('has no form');
        },
      },
    },
  ])(
    'keeps nothing of statements that go out together when one of them $fault, and can send all of them afterwards',
    async ({ fault, value }) => {
      // New to the server with each: those that it skipped are not prepared.
      const after = { sql: `SELECT '${fault}' AS after`, values: [] };
      for (const send of [things.together.bind(things), things.lastTogether.bind(things)]) {
        await expect(asA(() => send(insertOf(1), insertOf(value), after))).rejects.toThrow(
          /duplicate key|no form/,
        );
        expect(await things.forOrganization('a', ids)).toEqual([]);
        const [, rows] = await asA(() => things.together(insertOf(1), after));
        expect(rows).toEqual([{ after: fault }]);
        await asA(() => things.execute('DELETE FROM thing'));
      }
    },
  );

  it('of one statement is one message, whether or not it fails', async () => {
    const single = (id: number) => () => asA(() => things.last(insertOf(id).sql, id));
    await single(1)();
    expect(await messagesOf(single(2))).toBe(1);
    const refused = (): Promise<void> => expect(single(2)()).rejects.toThrow('duplicate key');
    expect(await messagesOf(refused)).toBe(1);
    expect(await noticesOf(single(3))).toEqual([]);
    expect(await committed()).toEqual([1, 2, 3]);
  });

  it('has the settings that it asks for, to its end, and otherwise those of its connection', async () => {
    const held = (): Promise<unknown[]> =>
      things.query(
        `SELECT current_setting('lock_timeout') AS waits, current_setting('enable_seqscan') AS scans,
         current_setting('enable_bitmapscan') AS collects, current_setting('synchronous_commit') AS commits,
         current_setting('plan_cache_mode') AS plans`,
      );
    const usual = { waits: '7s', scans: 'on', collects: 'on', commits: 'local', plans: 'auto' };
    const inTransaction = (settings?: TransactionSettings): Promise<unknown[]> =>
      things.forOrganization('a', () => things.runDirectly(held, settings));
    const onConnection = (waits: string, commits: string): Promise<unknown> =>
      things.forOrganization('a', () =>
        things.query(
          `SELECT set_config('lock_timeout', $1, false), set_config('synchronous_commit', $2, false)`,
          waits,
          commits,
        ),
      );
    await onConnection('7s', 'local');
    expect(await inTransaction({ lockWaitMs: 250 })).toEqual([{ ...usual, waits: '250ms' }]);
    expect(await inTransaction({ lockWaitMs: 0 })).toEqual([{ ...usual, waits: '0' }]);
    expect(await inTransaction({ walksIndexes: true })).toEqual([
      { ...usual, scans: 'off', collects: 'off', plans: 'force_generic_plan' },
    ]);
    expect(await inTransaction({ commitsAsynchronously: true })).toEqual([{ ...usual, commits: 'off' }]);
    expect(await inTransaction()).toEqual([usual]);
    await onConnection('0', 'on');
  });

  it('about several organizations waits for no lock for long, and ends when nothing follows: others need their rows', async () => {
    const limits = (organizationIds: string[]): Promise<unknown[]> =>
      things.runTogether(organizationIds, 'a test asks', () =>
        things.query(
          `SELECT current_setting('lock_timeout') AS waits, current_setting('idle_in_transaction_session_timeout') AS idle`,
        ),
      );
    expect(await limits(['a', 'b'])).toEqual([{ waits: '250ms', idle: '2s' }]);
    expect(await limits(['a'])).toEqual([{ waits: '0', idle: '2s' }]);
  });

  it('has no statement outside of it when its first one fails, or cannot be sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('has no form');
      },
    };
    const rows = scopes.every('what is left', () =>
      pool.query<{ id: number }>({ text: 'SELECT id FROM thing' }),
    );
    expect((await rows).rows).toEqual([]);
    for (const first of [
      () => things.query('SELECT 1/0'),
      () => things.query('SELECT $1::text', unsendable),
    ]) {
      const failing = things.forOrganization('a', () =>
        things.runDirectly(async () => {
          await first().catch(() => undefined);
          await add(1, 'a');
          throw new Error('changed its mind');
        }),
      );
      await expect(failing).rejects.toThrow();
      expect(await things.forOrganization('a', ids)).toEqual([]);
    }
  });

  it('does not commit with a last statement that fails, or cannot be sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('has no form');
      },
    };
    for (const value of [1, unsendable]) {
      const failing = things.forOrganization('a', () =>
        things.runDirectly(async () => {
          await add(1, 'a');
          things.gather({}, value, (values) => ({ sql: "INSERT INTO thing VALUES ($1, 'a')", values }));
        }),
      );
      await expect(failing).rejects.toThrow(/duplicate key|no form/);
      expect(await things.forOrganization('a', ids)).toEqual([]);
    }
  });

  it('fails when its work goes on after a statement that failed: nothing of it is kept', async () => {
    const heedless = things.forOrganization('a', () =>
      things.runDirectly(async () => {
        await add(1, 'a');
        await add(1, 'a').catch(() => undefined);
      }),
    );
    await expect(heedless).rejects.toThrow('had failed before its end');
    expect(await things.forOrganization('a', ids)).toEqual([]);
  });

  it('ends when it takes too long, without an effect, and others get its connection and its rows', async () => {
    let goOn: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    const hanging = scopes.one('a', () =>
      transactDirectly(pool, { limitMs: 100 }, async (statements) => {
        await statements.execute(`INSERT INTO thing VALUES (1, 'a')`, []);
        await asked;
        await statements.execute(`INSERT INTO thing VALUES (2, 'a')`, []);
      }),
    );
    await things.forOrganization('a', () => things.runDirectly(() => add(1, 'a')));
    goOn();
    await expect(hanging).rejects.toThrow(/closed|terminated/i);
    expect(await things.forOrganization('a', ids)).toEqual([{ id: 1 }]);
  });

  it('that loses its connection between two statements fails, and the process goes on', async () => {
    const admin = new pg.Client({ connectionString: table.adminUrl });
    await admin.connect();
    const broken = scopes.one('a', () =>
      transactDirectly(pool, { limitMs: 30_000 }, async (statements) => {
        const rows = await statements.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
        const pid = rows[0]?.pid;
        await admin.query('SELECT pg_terminate_backend($1)', [pid]);
        const left = async (): Promise<unknown[]> =>
          (await admin.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).rows;
        await until('the connection to end', async () => (await left()).length === 0);
        await statements.execute(`INSERT INTO thing VALUES (1, 'a')`, []);
      }),
    );
    await expect(broken).rejects.toThrow(/connection|terminated/i);
    await admin.end();
    expect(await things.forOrganization('a', ids)).toEqual([]);
  });
});
