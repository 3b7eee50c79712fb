import pg from 'pg';

export interface SchemaOwner {
  schema: string;
  role: string;
  password: string;
}

/**
 * Creates the role and the schema of one service where they are missing: a role may use its own schema only.
 * `search_path` is set on the role, so that raw SQL needs no qualified names. Safe to run again.
 */
export async function provisionSchema(adminUrl: string, owner: SchemaOwner): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  // A lost server fails the statement under way. Without a listener its error event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = client.escapeIdentifier(owner.role);
    const schema = client.escapeIdentifier(owner.schema);
    const password = client.escapeLiteral(owner.password);
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [owner.role]);
    await client.query(`${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN PASSWORD ${password}`);
    await client.query(`GRANT ${role} TO CURRENT_USER`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
    await client.query(`ALTER ROLE ${role} SET search_path = ${schema}`);
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  } finally {
    await client.end();
  }
}
