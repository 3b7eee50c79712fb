import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** A connection to an instance's database with which a test holds rows and locks that its services need. */
export class DatabaseSession {
  private constructor(private readonly client: pg.Client) {}

  /** Opens a session in a service's schema, and a transaction that stays open until `release`. */
  static async hold(dataDir: string, service: string): Promise<DatabaseSession> {
    const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    const { postgresPassword: password } = JSON.parse(secrets) as { postgresPassword: string };
    const port = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]);
    const options = `-c search_path=${service.replaceAll('-', '_')}`;
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, options });
    // An instance that is stopped ends its sessions.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    return new DatabaseSession(client);
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>(sql, values)).rows;
  }

  /** Gives everything back. */
  release(): Promise<void> {
    return this.client.end();
  }
}
