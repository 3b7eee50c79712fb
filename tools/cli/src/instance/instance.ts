import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';

const NEXT =
  'Start one with "npm start", name a data directory with CAPTURE_DATA_DIR, or set CAPTURE_URL and CAPTURE_OPERATOR_TOKEN.';

export interface Instance {
  baseUrl: string;
  operatorToken?: string | undefined;
  /** Known only where the instance's data directory is. */
  liveKey?: string | undefined;
}

/** What an instance writes into its data directory when it is ready. */
type Credentials = Partial<Instance> & { file: string };

async function credentialsIn(directory: string): Promise<Credentials> {
  const file = join(resolve(directory), 'dev-credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { file };
  try {
    return { ...(JSON.parse(text) as Partial<Instance>), file };
  } catch {
    const next = 'Start the instance again: it writes the file when it is ready.';
    throw new CliFailure(EXIT.unreachable, 'no_instance', `${file} is not valid JSON.`, next);
  }
}

/**
 * The instance that the environment points at: CAPTURE_URL, else the one whose data directory is CAPTURE_DATA_DIR
 * (`.capture` without it), on CAPTURE_PORT where that is set.
 */
export async function findInstance(env: NodeJS.ProcessEnv): Promise<Instance> {
  if (env['CAPTURE_URL']) {
    return {
      baseUrl: env['CAPTURE_URL'].replace(/\/+$/, ''),
      operatorToken: env['CAPTURE_OPERATOR_TOKEN'],
    };
  }
  const known = await credentialsIn(env['CAPTURE_DATA_DIR'] || '.capture');
  const operatorToken = env['CAPTURE_OPERATOR_TOKEN'] || known.operatorToken;
  const { liveKey } = known;
  const port = env['CAPTURE_PORT'];
  if (port) return { baseUrl: `http://127.0.0.1:${port}`, operatorToken, liveKey };
  if (known.baseUrl) return { baseUrl: known.baseUrl.replace(/\/+$/, ''), operatorToken, liveKey };
  const message = `No instance found: there is no ${known.file}.`;
  throw new CliFailure(EXIT.unreachable, 'no_instance', message, NEXT);
}
