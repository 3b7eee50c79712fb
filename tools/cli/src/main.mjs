// npm run capture -- NOUN VERB: the operator CLI.
import { Command } from 'commander';
import { CliFailure, EXIT } from './failure.mjs';
import { consentVerbs } from './verbs/consent.mjs';
import { evidenceVerbs } from './verbs/evidence.mjs';
import { keyVerbs } from './verbs/key.mjs';
import { listenVerb } from './verbs/listen.mjs';
import { manifestVerbs } from './verbs/manifest.mjs';
import { memberVerbs } from './verbs/member.mjs';
import { operationVerbs } from './verbs/operations.mjs';
import { orgVerbs } from './verbs/org.mjs';
import { suppressionVerbs } from './verbs/suppression.mjs';

const HELP = `
The instance is found by CAPTURE_URL and CAPTURE_OPERATOR_TOKEN, or by CAPTURE_DATA_DIR (.capture without it) and
CAPTURE_PORT. With --json, one JSON document is printed, also on failure: {"error": {"code", "message", "next"}}.
Exit codes: 0 done, 1 refused or not verified, 2 wrong command line, 3 no instance or no answer.`;

// Whoever reads us has read enough (`… | head`): nothing went wrong.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.ok);
});

const asJson = process.argv.includes('--json');

// Nouns and verbs inherit these settings, so they come first.
const program = new Command('npm run capture --')
  .description('Looks after a Capture instance.')
  .showHelpAfterError('Add --help to see what it takes.')
  .addHelpText('after', HELP)
  .configureOutput(asJson ? { writeErr: () => undefined } : {})
  .exitOverride();
const addNouns = [
  orgVerbs,
  memberVerbs,
  keyVerbs,
  suppressionVerbs,
  operationVerbs,
  manifestVerbs,
  consentVerbs,
  evidenceVerbs,
  listenVerb,
];
for (const add of addNouns) add(program);

function report({ code, message, next }) {
  if (asJson) process.stdout.write(`${JSON.stringify({ error: { code, message, next } }, null, 2)}\n`);
  else process.stderr.write(`${message}\n${next}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CliFailure) {
    report(error);
    process.exitCode = error.exitCode;
  } else if (typeof error.code === 'string' && error.code.startsWith('commander.')) {
    // Commander has told people what is wrong; asking for help is not wrong.
    const wrong = error.exitCode !== 0;
    if (wrong && asJson)
      report({ code: 'usage', message: error.message, next: 'Add --help to see what it takes.' });
    process.exitCode = wrong ? EXIT.usage : EXIT.ok;
  } else {
    throw error;
  }
}
