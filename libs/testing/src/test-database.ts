import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  name: string;
  /** Connection string of the superuser, for this database. */
  adminUrl: string;
  drop(): Promise<void>;
}

/**
 * Makes a database of the test's own.
 * @param template name of the database to copy, to which nobody may be connected; an empty one by default
 */
export async function createTestDatabase(adminUrl: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> => asAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  return { name, adminUrl: url.toString(), drop };
}

/** A database that is prepared once in a process and then copied, which takes less time. It stays until the server ends. */
export class DatabaseTemplate<T> {
  private readonly made = new Map<string, Promise<{ name: string; prepared: T }>>();

  /** @param prepare leaves no connection open; what it returns holds for every copy */
  constructor(private readonly prepare: (database: TestDatabase) => Promise<T>) {}

  /** A copy of the test's own on that server. */
  async copy(adminUrl: string): Promise<TestDatabase & { prepared: T }> {
    const made = this.made.get(adminUrl) ?? this.make(adminUrl);
    this.made.set(adminUrl, made);
    const { name, prepared } = await made;
    return { ...(await createTestDatabase(adminUrl, name)), prepared };
  }

  private async make(adminUrl: string): Promise<{ name: string; prepared: T }> {
    const database = await createTestDatabase(adminUrl);
    return { name: database.name, prepared: await this.prepare(database) };
  }
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
