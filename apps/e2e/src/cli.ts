import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../tools/bootstrap/cli.mjs', import.meta.url));

/** The operator CLI in an environment in which no instance can be found: what it does then, it does offline. */
export function offlineCli(
  directory: string,
  args: string[],
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, CAPTURE_DATA_DIR: directory, CAPTURE_URL: '', CAPTURE_PORT: '' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
