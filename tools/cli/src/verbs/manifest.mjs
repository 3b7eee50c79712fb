import { readFile } from 'node:fs/promises';
import { CliFailure, EXIT } from '../failure.mjs';
import { findInstance } from '../instance.mjs';
import { reach } from '../operator-api.mjs';
import { verifySigned } from '../signed-document.mjs';
import { addVerb } from '../verb.mjs';

async function jsonFile(path, what) {
  const text = await readFile(path, 'utf8').catch((error) => {
    const next = `Save the ${what} as a file and name its path.`;
    throw new CliFailure(EXIT.usage, 'no_file', `${path} cannot be read (${error.code}).`, next);
  });
  try {
    const document = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document;
  } catch {
    // Said below, the same for text that is no JSON and for JSON that is no object.
  }
  const next = `Save the ${what} exactly as the API answered it.`;
  throw new CliFailure(EXIT.usage, 'not_json', `${path} does not hold a JSON object.`, next);
}

async function publishedKeys() {
  const { baseUrl } = await findInstance(process.env);
  const url = `${baseUrl}/.well-known/capture-keys.json`;
  const response = await reach(url, { signal: AbortSignal.timeout(10_000) });
  if (response.ok) return response.json();
  const next = 'Save the published keys as a file and name it with --keys.';
  throw new CliFailure(EXIT.unreachable, 'no_keys', `${url} answered ${response.status}.`, next);
}

export function manifestVerbs(program) {
  addVerb(program.command('manifest').description('capture manifests'), {
    name: 'verify',
    does: 'check the signature of a capture manifest, or of the one in a saved track; offline with --keys',
    argument: ['<file>', 'the manifest as JSON'],
    takes: [['--keys <file>', "the published keys; fetched from the instance's /.well-known without it"]],
    offline: true,
    run: async (_api, { keys }, file) => {
      const document = await jsonFile(file, 'manifest');
      const keySet = keys === undefined ? await publishedKeys() : await jsonFile(keys, 'key set');
      if (!Array.isArray(keySet.keys)) {
        const next = 'Save the answer of /.well-known/capture-keys.json and name that file.';
        throw new CliFailure(EXIT.usage, 'no_keys', `${keys} is not a key set.`, next);
      }
      const { valid, kid, reason } = verifySigned(document.captureManifest ?? document, keySet);
      if (valid) return { valid, kid };
      throw new CliFailure(
        EXIT.refused,
        'not_verified',
        reason,
        'Do not rely on this file; fetch the recording again.',
      );
    },
    show: ({ kid }) => `The manifest is as it was signed, with key ${kid}.`,
  });
}
