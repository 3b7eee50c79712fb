import { execFile } from 'node:child_process';
import { CLI } from '../repository.js';

/** Runs the operator CLI in an environment without any instance, so that it can only work offline. */
export function offlineCli(
  directory: string,
  args: string[],
): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    CAPTURE_DATA_DIR: directory,
    CAPTURE_URL: '',
    CAPTURE_PORT: '',
    CAPTURE_OPERATOR_URL: '',
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
