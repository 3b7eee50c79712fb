import type { Command } from 'commander';
import { OperatorApi } from '../instance/operator-api.js';
import { CliFailure, EXIT } from './failure.js';

/** An option or argument as Commander writes it, and what help says of it. */
export type Flag = readonly [flags: string, description: string];

interface Verb<Options, Document> {
  name: string;
  description: string;
  required?: readonly Flag[];
  optional?: readonly Flag[];
  /** Resolves with the one document that --json prints. */
  run: (api: OperatorApi, options: Options) => Promise<Document>;
  /** Makes text of it. */
  show: (document: Document) => string;
}

interface FileVerb<Options, Document> extends Omit<Verb<Options, Document>, 'run'> {
  argument: Flag;
  run: (file: string, options: Options) => Promise<Document>;
}

function declare(noun: Command, verb: Omit<Verb<never, never>, 'run' | 'show'>): Command {
  const command = noun.command(verb.name).description(verb.description);
  for (const [flags, description] of verb.required ?? []) command.requiredOption(flags, description);
  for (const [flags, description] of verb.optional ?? []) command.option(flags, description);
  return command.option('--json', 'print one JSON document');
}

function print<Document>(
  { show }: { show: (document: Document) => string },
  document: Document,
  asJson = false,
): void {
  process.stdout.write(`${asJson ? JSON.stringify(document, null, 2) : show(document)}\n`);
}

/** Adds a verb that calls the operator API. */
export function addVerb<Options, Document>(noun: Command, verb: Verb<Options, Document>): void {
  declare(noun, verb).action(async (options: Options & { json?: boolean }) => {
    const api = await OperatorApi.find(process.env);
    print(verb, await verb.run(api, options), options.json);
  });
}

/** Adds a verb that reads a file and needs no operator. */
export function addFileVerb<Options, Document>(noun: Command, verb: FileVerb<Options, Document>): void {
  declare(noun, verb)
    .argument(...verb.argument)
    .action(async (file: string, options: Options & { json?: boolean }) => {
      print(verb, await verb.run(file, options), options.json);
    });
}

/** A whole number of at least 0 from the command line. @throws CliFailure for anything else. */
export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CliFailure(
    EXIT.usage,
    'usage',
    `"${text}" is not a whole number.`,
    'Add --help to see what it takes.',
  );
}

export const ORG: Flag = ['--org <id>', 'the organization, org_…'];

export interface OrgOption {
  org: string;
}
