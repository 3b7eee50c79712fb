import { CliFailure, EXIT } from '../command/failure.js';
import type { Flag } from '../command/verb.js';
import { reach } from '../instance/http.js';
import { findInstance } from '../instance/instance.js';
import { isObject, jsonFile } from './json-file.js';

export const KEYS: Flag = [
  '--keys <file>',
  "the published keys; fetched from the instance's /.well-known without it",
];

/** Public keys as published (RFC 7517, RFC 8037). */
export interface KeySet {
  keys: { kid: string; kty: string; crv: string; x: string }[];
}

async function publishedKeys(): Promise<unknown> {
  const { baseUrl } = await findInstance(process.env);
  const url = `${baseUrl}/.well-known/capture-keys.json`;
  const response = await reach(url, { signal: AbortSignal.timeout(10_000) });
  if (response.ok) return response.json();
  const next = 'Save the published keys as a file and name it with --keys.';
  throw new CliFailure(EXIT.unreachable, 'no_keys', `${url} answered ${response.status}.`, next);
}

/** The public keys in `file`, or those that the instance publishes. */
export async function readKeySet(file: string | undefined): Promise<KeySet> {
  const keySet = file === undefined ? await publishedKeys() : await jsonFile(file, 'key set');
  if (isObject(keySet) && Array.isArray(keySet['keys'])) return keySet as unknown as KeySet;
  const next = 'Save the answer of /.well-known/capture-keys.json and name that file.';
  throw new CliFailure(EXIT.usage, 'no_keys', `${file} is not a key set.`, next);
}
