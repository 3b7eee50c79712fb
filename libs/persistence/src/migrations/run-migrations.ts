import { applyMigrations, type MigrationSets } from './migrations.js';

/**
 * Entry of a service's migration job: brings the schema of DATABASE_URL up to date and prints what it applied.
 * Ends the process with a non-zero code when that fails.
 */
export async function migrate(schema: string, sets: MigrationSets): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write(`${schema}: DATABASE_URL is required\n`);
    process.exit(78);
  }
  const tell = (what: string): void => void process.stderr.write(`${schema}: ${what}\n`);
  const applied = await applyMigrations({ url, schema }, sets, { tell }).catch((error: unknown) => {
    tell(`not up to date. ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  });
  process.stdout.write(
    `${schema}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`,
  );
}
