import { describe, expect, it } from 'vitest';
import type { Database } from './database/database.js';
import { requireChanges, requireSchema } from './persistence.module.js';

const failing = (error: unknown): Pick<Database, 'query'> => ({
  query: () => Promise.reject(error as Error),
});

describe('the check of the schema', () => {
  it('says that the database cannot be reached where that is so, not that a migration is missing', async () => {
    const inTheStatement = new Error(
      'SELECT migration_name FROM _prisma_migrations: the server at 127.0.0.1 does not exist',
      { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) },
    );
    for (const error of [inTheStatement, Object.assign(new Error('x'), { code: 'P1001' })])
      await expect(requireSchema(failing(error), ['1_init'])).rejects.toThrow('cannot be reached');
  });

  it('names the migration where the table or the row of it is missing', async () => {
    const noTable = new Error('Code: `42P01`. Message: `relation "_prisma_migrations" does not exist`');
    const old = { query: () => Promise.resolve([{ name: '1_init' }]) } as Pick<Database, 'query'>;
    await expect(requireSchema(failing(noTable), ['1_init'])).rejects.toThrow('1_init is not applied');
    await expect(requireSchema(old, ['1_init', '2_more'])).rejects.toThrow('2_more is not applied');
  });
});

it('a database that can only be read is named as such', async () => {
  const answering = (taken: boolean) =>
    ({ query: () => Promise.resolve([{ taken }]) }) as Pick<Database, 'query'>;
  await expect(requireChanges(answering(true))).resolves.toBeUndefined();
  await expect(requireChanges(answering(false))).rejects.toThrow('takes no changes');
});
