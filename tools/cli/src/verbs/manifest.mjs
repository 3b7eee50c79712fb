import { CliFailure, EXIT } from '../failure.mjs';
import { jsonFile } from '../json-file.mjs';
import { KEYS_OPTION, readKeySet } from '../key-set.mjs';
import { verifySigned } from '../signed-document.mjs';
import { addVerb } from '../verb.mjs';

export function manifestVerbs(program) {
  addVerb(program.command('manifest').description('capture manifests'), {
    name: 'verify',
    does: 'check the signature of a capture manifest, or of the one in a saved track; offline with --keys',
    argument: ['<file>', 'the manifest as JSON'],
    takes: [KEYS_OPTION],
    offline: true,
    run: async (_api, { keys }, file) => {
      const document = await jsonFile(file, 'manifest');
      const keySet = await readKeySet(keys);
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
