import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from './failure.mjs';

const NEXT =
  'Start one with "npm start", name a data directory with CAPTURE_DATA_DIR, or set CAPTURE_URL and CAPTURE_OPERATOR_TOKEN.';

async function credentialsIn(directory) {
  const file = join(resolve(directory), 'dev-credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { file };
  try {
    return { file, ...JSON.parse(text) };
  } catch {
    const next = 'Start the instance again: it writes the file when it is ready.';
    throw new CliFailure(EXIT.unreachable, 'no_instance', `${file} is not valid JSON.`, next);
  }
}

/**
 * The instance that the environment points at: CAPTURE_URL, else the one whose data directory is CAPTURE_DATA_DIR
 * (`.capture` without it), on CAPTURE_PORT where that is set.
 * @returns {Promise<{ baseUrl: string, operatorToken: string | undefined, liveKey: string | undefined }>} the key only
 *   where the instance's data directory is known
 */
export async function findInstance(env) {
  if (env.CAPTURE_URL) {
    return { baseUrl: env.CAPTURE_URL.replace(/\/+$/, ''), operatorToken: env.CAPTURE_OPERATOR_TOKEN };
  }
  const known = await credentialsIn(env.CAPTURE_DATA_DIR || '.capture');
  const operatorToken = env.CAPTURE_OPERATOR_TOKEN || known.operatorToken;
  const { liveKey } = known;
  if (env.CAPTURE_PORT) return { baseUrl: `http://127.0.0.1:${env.CAPTURE_PORT}`, operatorToken, liveKey };
  if (known.baseUrl) return { baseUrl: known.baseUrl.replace(/\/+$/, ''), operatorToken, liveKey };
  throw new CliFailure(
    EXIT.unreachable,
    'no_instance',
    `No instance found: there is no ${known.file}.`,
    NEXT,
  );
}
