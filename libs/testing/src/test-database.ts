import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  name: string;
  /** Connection string of the superuser, for this database. */
  adminUrl: string;
  /** Connection string of another role. */
  urlOf(role: string, password: string): string;
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
  return {
    name,
    adminUrl: url.toString(),
    urlOf: (username, password) => Object.assign(new URL(url), { username, password }).toString(),
    drop: () => asAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** A database that is prepared once in a process and then copied, which takes less time. It stays until the server ends. */
export class DatabaseTemplate {
  private made: Promise<{ name: string; role: string }> | undefined;

  /** @param prepare leaves no connection open, and returns the role that owns the tables */
  constructor(private readonly prepare: (database: TestDatabase) => Promise<string>) {}

  /** A copy of the test's own. Every copy of a process is on one server. */
  async copy(adminUrl: string): Promise<TestDatabase & { role: string }> {
    this.made ??= this.make(adminUrl);
    const { name, role } = await this.made;
    return { ...(await createTestDatabase(adminUrl, name)), role };
  }

  private async make(adminUrl: string): Promise<{ name: string; role: string }> {
    const database = await createTestDatabase(adminUrl);
    return { name: database.name, role: await this.prepare(database) };
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
