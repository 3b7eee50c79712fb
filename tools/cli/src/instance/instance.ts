import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliFailure, EXIT } from '../command/failure.js';

const NEXT =
  'Start one with "npm start", name a data directory with CAPTURE_DATA_DIR, or set CAPTURE_URL, CAPTURE_OPERATOR_URL and CAPTURE_OPERATOR_TOKEN.';

export interface Instance {
  baseUrl: string;
  /** Known only where the instance's data directory is. */
  liveKey?: string | undefined;
}

/** Where an instance's operator API listens, and what it takes. */
interface OperatorAccess {
  operatorUrl: string;
  operatorToken?: string | undefined;
}

/** What an instance writes into its data directory when it is ready. */
type Credentials = Partial<Instance & OperatorAccess> & { file: string };

async function credentialsIn(directory: string): Promise<Credentials> {
  const file = join(resolve(directory), 'dev-credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { file };
  try {
    return { ...(JSON.parse(text) as Partial<Instance & OperatorAccess>), file };
  } catch {
    const next = 'Start the instance again: it writes the file when it is ready.';
    throw new CliFailure(EXIT.unreachable, 'no_instance', `${file} is not valid JSON.`, next);
  }
}

function noInstance(message: string): CliFailure {
  return new CliFailure(EXIT.unreachable, 'no_instance', message, NEXT);
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

const fileOf = (env: NodeJS.ProcessEnv): Promise<Credentials> =>
  credentialsIn(env['CAPTURE_DATA_DIR'] || '.capture');

/**
 * The instance that the environment points at: CAPTURE_URL, else the one whose data directory is CAPTURE_DATA_DIR
 * (`.capture` without it), on CAPTURE_PORT where that is set.
 */
export async function findInstance(env: NodeJS.ProcessEnv): Promise<Instance> {
  if (env['CAPTURE_URL']) return { baseUrl: withoutSlash(env['CAPTURE_URL']) };
  const { baseUrl, liveKey, file } = await fileOf(env);
  const port = env['CAPTURE_PORT'];
  if (port) return { baseUrl: `http://127.0.0.1:${port}`, liveKey };
  if (baseUrl) return { baseUrl: withoutSlash(baseUrl), liveKey };
  throw noInstance(`No instance found: there is no ${file}.`);
}

/**
 * Its operator API: CAPTURE_OPERATOR_URL, else the one that the data directory tells of, on CAPTURE_OPERATOR_PORT where that
 * is set. With an address in the environment the token has to be there too: the one in the data directory stays here.
 */
export async function findOperator(env: NodeJS.ProcessEnv): Promise<OperatorAccess> {
  const { CAPTURE_URL, CAPTURE_OPERATOR_URL: url, CAPTURE_OPERATOR_TOKEN: token } = env;
  if (url) return { operatorUrl: withoutSlash(url), operatorToken: token };
  if (CAPTURE_URL) {
    const next = "Set CAPTURE_OPERATOR_URL to the address of the instance's operator port.";
    const message = `${CAPTURE_URL} is the public address, which does not serve operators.`;
    throw new CliFailure(EXIT.usage, 'no_operator_url', message, next);
  }
  const known = await fileOf(env);
  const port = env['CAPTURE_OPERATOR_PORT'];
  const operatorUrl = port ? `http://127.0.0.1:${port}` : known.operatorUrl;
  if (operatorUrl)
    return { operatorUrl: withoutSlash(operatorUrl), operatorToken: token || known.operatorToken };
  const { file, baseUrl } = known;
  throw noInstance(baseUrl ? `${file} names no operator port.` : `No instance found: there is no ${file}.`);
}
