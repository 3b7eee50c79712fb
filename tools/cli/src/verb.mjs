import { CliFailure, EXIT } from './failure.mjs';
import { OperatorApi } from './operator-api.mjs';

/**
 * Adds `noun name` to the program.
 * @param {import('commander').Command} noun
 * @param {{ name: string, does: string, needs?: [string, string][], takes?: [string, string][], argument?: [string, string],
 *   offline?: boolean, run: Function, show: Function }} verb `run(api, options, argument)` resolves with the one document
 *   that --json prints; `show(document)` makes text of it.
 */
export function addVerb(noun, { name, does, needs = [], takes = [], argument, offline = false, run, show }) {
  const command = noun.command(name).description(does);
  if (argument) command.argument(...argument);
  for (const [flags, description] of needs) command.requiredOption(flags, description);
  for (const [flags, description] of takes) command.option(flags, description);
  command.option('--json', 'print one JSON document');
  command.action(async (...given) => {
    const options = given[argument ? 1 : 0];
    const api = offline ? undefined : await OperatorApi.find(process.env);
    const document = await run(api, options, argument ? given[0] : undefined);
    process.stdout.write(`${options.json ? JSON.stringify(document, null, 2) : show(document)}\n`);
  });
}

/** A whole number of at least 0 from the command line. @throws CliFailure for anything else. */
export function wholeNumber(text) {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CliFailure(
    EXIT.usage,
    'usage',
    `"${text}" is not a whole number.`,
    'Add --help to see what it takes.',
  );
}

export const ORG = ['--org <id>', 'the organization, org_…'];

/** Path segment of an organization and what is below it. */
export function orgPath({ org }, rest = '') {
  return `/orgs/${encodeURIComponent(org)}${rest}`;
}
