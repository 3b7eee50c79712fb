import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { addFileVerb } from '../command/verb.js';
import { isObject, jsonFile } from './json-file.js';
import { KEYS, readKeySet } from './key-set.js';
import { verifySigned } from './signed-document.js';

export function manifestVerbs(program: Command): void {
  addFileVerb(program.command('manifest').description('capture manifests'), {
    name: 'verify',
    description:
      'check the signature of a capture manifest, or of the one in a saved track; offline with --keys',
    argument: ['<file>', 'the manifest as JSON'],
    optional: [KEYS],
    run: async (file, { keys }: { keys?: string }) => {
      const document = await jsonFile(file, 'manifest');
      const { captureManifest } = document;
      const keySet = await readKeySet(keys);
      const { valid, kid, reason } = verifySigned(
        isObject(captureManifest) ? captureManifest : document,
        keySet,
      );
      if (valid) return { valid, kid };
      throw new CliFailure(
        EXIT.refused,
        'not_verified',
        reason ?? 'The signature does not hold.',
        'Do not rely on this file; fetch the recording again.',
      );
    },
    show: ({ kid }) => `The manifest is as it was signed, with key ${kid}.`,
  });
}
