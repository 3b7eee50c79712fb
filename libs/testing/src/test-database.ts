import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Makes an empty database of the test's own; `adminUrl` of the result points at it. */
export async function createTestDatabase(
  adminUrl: string,
): Promise<{ adminUrl: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { adminUrl: url.toString(), drop: () => asAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
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
