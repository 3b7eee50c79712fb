import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesWith } from '../canary.js';
import { DatabaseSession } from '../processes/database-session.js';

/** The database's files keep deleted rows until they are overwritten; mails went out, to a folder for want of a server. */
const NOT_SEARCHED = ['postgres', 'mail'];

/** Tables of all services, as schema.table, with a row that has the text in any column, in any case. */
export async function tablesWith(dataDir: string, text: string): Promise<string[]> {
  const session = await DatabaseSession.hold(dataDir, 'public');
  try {
    const tables = await session.rows<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition
         AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const sql = `SELECT 1 FROM ${name} t WHERE position(lower($1) in lower(t::text)) > 0 LIMIT 1`;
      if ((await session.rows(sql, text)).length > 0) found.push(name);
    }
    return found;
  } finally {
    await session.release();
  }
}

/** Files of an instance with the text, by their paths in it: media, streams of the bus, logs. */
export async function instanceFilesWith(dataDir: string, text: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const searched = entries.filter(({ name }) => !NOT_SEARCHED.includes(name));
  const found = await Promise.all(
    searched.map(async (entry) => {
      const path = join(dataDir, entry.name);
      if (entry.isDirectory()) return filesWith(path, text);
      return entry.isFile() && (await readFile(path)).includes(text) ? [path] : [];
    }),
  );
  return found.flat().map((file) => file.slice(dataDir.length + 1));
}
