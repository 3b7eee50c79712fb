// npm run capture -- NOUN VERB: the operator CLI.
import { Command, CommanderError } from 'commander';
import { CliFailure, EXIT } from './command/failure.js';
import { exportVerbs } from './export/verbs.js';
import { listenVerb } from './listen/listen.js';
import { consentVerbs } from './operations/consent.js';
import { outboxVerbs } from './operations/outbox.js';
import { uploadVerbs } from './operations/upload.js';
import { auditVerbs } from './organizations/audit.js';
import { erasureVerbs } from './organizations/erasure.js';
import { keyVerbs } from './organizations/key.js';
import { memberVerbs } from './organizations/member.js';
import { orgVerbs } from './organizations/org.js';
import { scimVerbs } from './organizations/scim.js';
import { ssoVerbs } from './organizations/sso.js';
import { suppressionVerbs } from './organizations/suppression.js';
import { evidenceVerbs } from './signatures/evidence.js';
import { manifestVerbs } from './signatures/manifest.js';
import { receiptVerbs } from './signatures/receipt.js';

const HELP = `
The instance is found by CAPTURE_OPERATOR_URL and CAPTURE_OPERATOR_TOKEN (its public side by CAPTURE_URL), or by
CAPTURE_DATA_DIR (.capture without it), CAPTURE_OPERATOR_PORT and CAPTURE_PORT. With --json, one JSON document is printed, also on failure: {"error": {"code", "message", "next"}}.
Exit codes: 0 done, 1 refused or not verified, 2 wrong command line, 3 no instance or no answer.`;

// A reader that has read enough (`… | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.ok);
});

const asJson = process.argv.includes('--json');

// Nouns and verbs inherit these settings, so they come first.
const program = new Command('npm run capture --')
  .description('Looks after a Capture instance.')
  .showHelpAfterError('Add --help to see what it takes.')
  .addHelpText('after', HELP)
  // A verb may have options of its noun's names.
  .enablePositionalOptions()
  .configureOutput(asJson ? { writeErr: () => undefined } : {})
  .exitOverride();
const addNouns = [
  orgVerbs,
  auditVerbs,
  memberVerbs,
  keyVerbs,
  ssoVerbs,
  scimVerbs,
  suppressionVerbs,
  erasureVerbs,
  outboxVerbs,
  uploadVerbs,
  manifestVerbs,
  receiptVerbs,
  consentVerbs,
  evidenceVerbs,
  exportVerbs,
  listenVerb,
];
for (const add of addNouns) add(program);

function report({ code, message, next }: Pick<CliFailure, 'code' | 'message' | 'next'>): void {
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, message, next } }, null, 2)}\n`);
  else process.stderr.write(`${message}\n${next}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CliFailure) {
    report(error);
    process.exitCode = error.exitCode;
  } else if (error instanceof CommanderError) {
    // Commander has printed what is wrong already. Asking for help is not wrong.
    const wrong = error.exitCode !== 0;
    if (wrong && asJson)
      report({ code: 'usage', message: error.message, next: 'Add --help to see what it takes.' });
    process.exitCode = wrong ? EXIT.usage : EXIT.ok;
  } else {
    throw error;
  }
}
