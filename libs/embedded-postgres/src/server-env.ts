/** What programs need on one system or another. Everything else, keys and passwords among it, is not for them. */
const NEEDED = ['PATH', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];

/** The environment of PostgreSQL's programs. */
export function serverEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(NEEDED.map((name) => [name, process.env[name]]));
}
