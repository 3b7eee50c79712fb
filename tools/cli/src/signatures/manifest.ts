import type { Command } from 'commander';
import { addFileVerb } from '../command/verb.js';
import { isObject, jsonFile } from './json-file.js';
import { KEYS } from './key-set.js';
import { signerOf } from './signed-file.js';

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
      const signed = isObject(captureManifest) ? captureManifest : document;
      return { valid: true, kid: await signerOf(signed, keys, 'fetch the recording again.') };
    },
    show: ({ kid }) => `The manifest is as it was signed, with key ${kid}.`,
  });
}
