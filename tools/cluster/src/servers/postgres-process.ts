// PostgreSQL in the network namespace that this process was started in. It is started again when it dies, until SIGTERM.
// Usage: node postgres-process.js DIRECTORY, with the superuser's password in POSTGRES_PASSWORD
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@capture/embedded-postgres';

const [, , directory = ''] = process.argv;
const password = process.env['POSTGRES_PASSWORD'] ?? '';
const rules = join(directory, 'pg_hba.conf');
writeFileSync(rules, 'host all all 0.0.0.0/0 scram-sha-256\n');
const server = new EmbeddedPostgres({
  directory: join(directory, 'data'),
  port: 5432,
  password,
  // Killed processes lose nothing that way; only a machine that loses its power does.
  settings: { listen_addresses: '0.0.0.0', hba_file: rules, max_connections: '300', fsync: 'off' },
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
await server.start();
process.stdout.write('ready\n');
