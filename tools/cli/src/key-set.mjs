import { CliFailure, EXIT } from './failure.mjs';
import { findInstance } from './instance.mjs';
import { jsonFile } from './json-file.mjs';
import { reach } from './operator-api.mjs';

export const KEYS_OPTION = [
  '--keys <file>',
  "the published keys; fetched from the instance's /.well-known without it",
];

async function publishedKeys() {
  const { baseUrl } = await findInstance(process.env);
  const url = `${baseUrl}/.well-known/capture-keys.json`;
  const response = await reach(url, { signal: AbortSignal.timeout(10_000) });
  if (response.ok) return response.json();
  const next = 'Save the published keys as a file and name it with --keys.';
  throw new CliFailure(EXIT.unreachable, 'no_keys', `${url} answered ${response.status}.`, next);
}

/** The public keys in `file`, or those that the instance publishes (RFC 7517, RFC 8037). */
export async function readKeySet(file) {
  const keySet = file === undefined ? await publishedKeys() : await jsonFile(file, 'key set');
  if (Array.isArray(keySet.keys)) return keySet;
  const next = 'Save the answer of /.well-known/capture-keys.json and name that file.';
  throw new CliFailure(EXIT.usage, 'no_keys', `${file} is not a key set.`, next);
}
