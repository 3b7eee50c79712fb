// The S3 server of the tests (OpenStack Swift), with data of its own.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../libs/testing/src/servers/s3-server.sh', import.meta.url));

/** @returns the settings of a product that keeps its media there, and how to stop it. */
export async function startS3() {
  const home = await mkdtemp(join(tmpdir(), 'capture-bench-s3-'));
  // The script takes five ports on end.
  const port = String(10_000 + Math.floor(Math.random() * 4_000) * 5);
  const env = { ...process.env, S3_HOME: home, S3_PORT: port, S3_BUCKET: 'bench' };
  const stop = async () => {
    await run('bash', [SCRIPT, 'wipe'], { env });
    await rm(home, { recursive: true, force: true });
  };
  const { stdout } = await run('bash', [SCRIPT, 'start'], { env }).catch(async (error) => {
    await stop();
    throw error;
  });
  const settings = Object.fromEntries(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('S3_'))
      .map((line) => [`CAPTURE_${line.slice(0, line.indexOf('='))}`, line.slice(line.indexOf('=') + 1)]),
  );
  return { settings: { ...settings, CAPTURE_STORE: 's3' }, stop };
}
