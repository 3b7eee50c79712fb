import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@capture/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Database, type PreparedStatement, type PrismaLike } from '../src/index.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import type { ScopedPool } from '../src/connections/scoped-pool.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

/** Opens transactions over connections of the pool as a generated client does; `end` ends the one that is open as after its time. */
class ClientOfModels implements PrismaLike {
  end: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly pool: ScopedPool) {}

  async $transaction<T>(work: (client: object) => Promise<T>): Promise<T> {
    const connection = await this.pool.connect();
    let open = true;
    const close = async (how: string): Promise<void> => {
      if (!open) return;
      open = false;
      await connection.query({ text: how });
      connection.release();
    };
    this.end = () => close('ROLLBACK');
    await connection.query({ text: 'BEGIN' });
    try {
      const result = await work(this);
      await close('COMMIT');
      return result;
    } finally {
      await close('ROLLBACK');
    }
  }

  $connect = (): Promise<void> => Promise.resolve();
  $disconnect = (): Promise<void> => Promise.resolve();
}

describe('statements of our own', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let client: ClientOfModels;
  let things: Database;

  beforeAll(async () => {
    // Of one connection: the next transaction gets the one that the last has given back.
    table = await tableOfThings(inject('postgresAdminUrl'), scopes);
    client = new ClientOfModels(table.pool);
    things = new Database(client, scopes, table.pool);
  });
  afterAll(() => table.drop());
  beforeEach(() => scopes.every('a test begins', () => table.pool.query({ text: 'DELETE FROM thing' })));

  const add = (id: number): Promise<number> => things.execute(`INSERT INTO thing VALUES ($1, 'a')`, id);
  const ids = async (): Promise<number[]> =>
    (await things.query<{ id: number }>('SELECT id FROM thing ORDER BY id')).map(({ id }) => id);
  const asA = <T>(work: () => Promise<T>): Promise<T> => things.forOrganization('a', work);

  it('run inside the transaction that the generated client has open, and are gone with it', async () => {
    const failing = asA(() =>
      things.run(async () => {
        await add(1);
        expect(await ids()).toEqual([1]);
        throw new Error('changed its mind');
      }),
    );
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await asA(ids)).toEqual([]);
    await asA(() => things.run(() => add(2)));
    expect(await asA(ids)).toEqual([2]);
  });

  const refused = async (statement: Promise<unknown>): Promise<void> => {
    const error = await statement.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'service_unavailable' });
  };

  it('are refused while the end of their transaction is under way', async () => {
    await asA(() =>
      things.run(async () => {
        await add(1);
        const ended = client.end();
        await refused(add(2));
        await ended;
      }),
    );
    expect(await asA(ids)).toEqual([]);
  });

  it('are refused when their transaction has ended and another one has its connection', async () => {
    await asA(() =>
      things.run(async () => {
        const inEnded = AsyncLocalStorage.snapshot();
        await client.end();
        await things.outsideTransaction(() =>
          things.run(async () => {
            await refused(inEnded(() => add(1)));
            await add(2);
          }),
        );
      }),
    );
    expect(await asA(ids)).toEqual([2]);
  });

  type Run = (work: () => Promise<void>) => Promise<void>;
  const runs: [string, Run][] = [
    ['of the generated client', (work) => things.run(work)],
    ['past it', (work) => things.runDirectly(work)],
  ];
  describe.each(runs)('gathered in a transaction %s', (_, run) => {
    const written: number[][] = [];
    const write = (all: number[]): PreparedStatement => {
      written.push(all);
      return { sql: "INSERT INTO thing SELECT id, 'a' FROM unnest($1::int[]) AS given(id)", values: [all] };
    };
    beforeEach(() => written.splice(0));

    it('are written together and in their order before it commits, also by work that joins it', async () => {
      await asA(() =>
        run(async () => {
          things.gather(written, 3, write);
          await run(async () => things.gather(written, 1, write));
          expect(written).toEqual([]);
          things.gather(written, 2, write);
        }),
      );
      expect(written).toEqual([[3, 1, 2]]);
      expect(await asA(ids)).toEqual([1, 2, 3]);
    });

    it('are not written when it fails, and take it with them when they cannot be', async () => {
      const failing = asA(() =>
        run(() => {
          things.gather(written, 1, write);
          throw new Error('changed its mind');
        }),
      );
      await expect(failing).rejects.toThrow('changed its mind');
      expect(written).toEqual([]);
      const unwritable = asA(() =>
        run(async () => {
          await add(1);
          things.gather(written, 1, write);
        }),
      );
      await expect(unwritable).rejects.toThrow('duplicate key');
      expect(await asA(ids)).toEqual([]);
      await asA(() => run(async () => things.gather(written, 2, write)));
      expect(await asA(ids)).toEqual([2]);
    });

    it('by several are all written', async () => {
      await asA(() =>
        run(async () => {
          things.gather({}, 1, write);
          things.gather({}, 2, write);
        }),
      );
      expect(await asA(ids)).toEqual([1, 2]);
    });

    it('cannot be outside of one', () => {
      expect(() => things.gather(written, 1, write)).toThrow('outside of a transaction');
    });
  });
});
