import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { addFileVerb, wholeNumber } from '../command/verb.js';
import { findInstance, findOperator } from '../instance/instance.js';
import { exportOrganization, type Order, type Outcome } from './export.js';
import { readable } from './progress.js';
import { verifyExport } from './verify.js';

const PARALLEL = 4;
const MOST_PARALLEL = 16;

const HELP = `
The key is --key, else CAPTURE_KEY, else the live key of the local instance. It needs the scopes capture_requests:read,
sessions:read, recordings:read, recordings:download, webhooks:read and usage:read. Run the same command again to go on
where a run stopped, or to bring an export up to date. --account adds what no key may read (members, keys, suppression list,
audit log, erasures), by the operator's API. Guide: docs/guides/export.md.
Exit codes: 0 exported, 1 refused, disk full or a file not as stated, 2 wrong command line, 3 no answer: run it again.`;

interface ExportOptions {
  key?: string;
  parallel?: string;
  allowMissing?: boolean;
  account?: string;
  json?: boolean;
}

function parallelOf(text: string): number {
  const parallel = wholeNumber(text);
  if (parallel >= 1 && parallel <= MOST_PARALLEL) return parallel;
  const next = 'Add --help to see what it takes.';
  throw new CliFailure(EXIT.usage, 'usage', `--parallel is from 1 to ${MOST_PARALLEL}.`, next);
}

/** How the account of an organization is reached. */
async function accountOf(organizationId: string): Promise<Order['account']> {
  if (!/^org_[0-9a-z]{26}$/.test(organizationId)) {
    const next = '"org list" shows the organizations.';
    throw new CliFailure(EXIT.usage, 'usage', '--account is an id that starts with org_.', next);
  }
  const { operatorUrl, operatorToken: token } = await findOperator(process.env);
  if (token) return { organizationId, operatorUrl, token };
  const next = "Set CAPTURE_OPERATOR_TOKEN to the instance's operator token.";
  throw new CliFailure(EXIT.usage, 'no_operator_token', 'The account needs the operator token.', next);
}

function show({ directory, manifest, fetchedBytes }: Outcome): string {
  const gone = manifest.files.filter(({ goneSince }) => goneSince !== undefined).length;
  const lines = [
    `${directory} holds ${manifest.files.length} files; ${readable(fetchedBytes)} of media were fetched now.`,
    ...manifest.missing.map(({ what, reason }) => `Not exported: ${what}. ${reason}`),
  ];
  if (gone > 0) lines.push(`${gone} files are of data that is deleted by now: "goneSince" in manifest.json.`);
  const onTheirWay = manifest.counts['tracks on their way'] ?? 0;
  if (onTheirWay > 0) lines.push(`${onTheirWay} tracks are still on their way: run it again later.`);
  return lines.join('\n');
}

async function run(directory: string, options: ExportOptions): Promise<void> {
  const parallel = parallelOf(options.parallel ?? String(PARALLEL));
  const { baseUrl, liveKey } = await findInstance(process.env);
  const key = options.key || process.env['CAPTURE_KEY'] || liveKey;
  if (!key) {
    const next = 'Pass --key or set CAPTURE_KEY to a live API key.';
    throw new CliFailure(EXIT.usage, 'no_key', `There is no API key for ${baseUrl}.`, next);
  }
  const outcome = await exportOrganization({
    directory,
    baseUrl,
    key,
    parallel,
    allowMissing: options.allowMissing ?? false,
    account: options.account === undefined ? undefined : await accountOf(options.account),
  });
  const { directory: path, manifest, fetchedBytes } = outcome;
  const { files, ...facts } = manifest;
  const document = { directory: path, fetchedBytes, ...facts, files: files.length };
  if (manifest.missing.some(({ what }) => what.startsWith('media/'))) process.exitCode = EXIT.refused;
  process.stdout.write(`${options.json ? JSON.stringify(document, null, 2) : show(outcome)}\n`);
}

export function exportVerbs(program: Command): void {
  const noun = program
    .command('export')
    .description('everything that the API gives of an organization, as files')
    .argument('<dir>', 'where to; an export that is there is completed')
    .option('--key <key>', 'live API key')
    .option('--parallel <count>', `calls and files at a time, 1 to ${MOST_PARALLEL}`, String(PARALLEL))
    .option('--account <org>', 'also the account of this organization, by the operator API')
    .option('--allow-missing', 'go on without what the key may not read')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(run);
  addFileVerb(noun, {
    name: 'verify',
    description: 'check every file of an export, and what is signed; offline',
    argument: ['<dir>', 'the export'],
    optional: [['--keys <file>', 'the published keys; those saved with the export without it']],
    run: (directory, { keys }: { keys?: string }) => verifyExport(directory, keys),
    show: ({ files, bytes, evidence, signedTracks, receipts, complete, unlisted }) =>
      [
        `All ${files} files (${readable(bytes)}) are as the manifest says; ${evidence} consents, ${signedTracks} capture manifests and ${receipts} receipts are as they were signed.`,
        ...(complete ? [] : ['The export lacks what its key could not read: "missing" in manifest.json.']),
        ...(unlisted.length === 0 ? [] : [`Not of the export: ${unlisted.join(', ')}`]),
      ].join('\n'),
  });
}
