import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { table } from '../command/output.js';
import { addFileVerb } from '../command/verb.js';
import { parseJson } from '../instance/http.js';
import { type Chain, verifyEvidence } from './evidence-chain.js';
import { isObject, textFile } from './json-file.js';
import { KEYS, readKeySet } from './key-set.js';

interface VerifyOptions {
  keys?: string;
  complete?: boolean;
}

/** One record, an array of them, or one a line (NDJSON). */
async function readEntries(file: string): Promise<Record<string, unknown>[]> {
  const text = await textFile(file, 'evidence');
  const whole = parseJson(text);
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseJson);
  const entries = whole === undefined ? lines() : [whole].flat();
  if (entries.length > 0 && entries.every(isObject)) return entries;
  const at = entries.findIndex((entry) => !isObject(entry)) + 1;
  const what = at === 0 ? `${file} holds no record.` : `Record ${at} of ${file} is not a JSON object.`;
  throw new CliFailure(EXIT.usage, 'not_json', what, 'Save the evidence exactly as the API answered it.');
}

function spans(missing: Chain['missing']): string {
  return missing.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

function notVerified(message: string, next: string): CliFailure {
  return new CliFailure(EXIT.refused, 'not_verified', message, next);
}

async function verify(file: string, { keys, complete }: VerifyOptions) {
  const entries = await readEntries(file);
  const verification = verifyEvidence(entries, await readKeySet(keys));
  if ('fault' in verification)
    throw notVerified(verification.fault, 'Do not rely on this file; fetch the evidence again.');
  const { chains } = verification;
  const gap = chains.find(({ missing }) => missing.length > 0);
  if (complete && gap)
    throw notVerified(
      `The file lacks records of ${gap.organizationId}: ${spans(gap.missing)}.`,
      'Fetch them, or leave --complete out; a record whose answer was replaced is gone for good.',
    );
  return { valid: true, records: entries.length, chains };
}

export function evidenceVerbs(program: Command): void {
  addFileVerb(program.command('evidence').description('signed consent evidence'), {
    name: 'verify',
    description: 'check hash, signature and chain of saved evidence; offline with --keys',
    argument: ['<file>', 'one record, a JSON array of them, or one a line'],
    optional: [KEYS, ['--complete', "fail unless each organization's records are there from the first on"]],
    run: verify,
    show: ({ chains }) =>
      `Every record is as it was signed, and follows from the one before it where that is in the file.\n${table(
        chains,
        {
          ORGANIZATION: ({ organizationId }) => organizationId,
          RECORDS: ({ records }) => records,
          FROM: ({ from }) => from,
          TO: ({ to }) => to,
          'NOT IN THE FILE': ({ missing }) => spans(missing),
        },
      )}`,
  });
}
