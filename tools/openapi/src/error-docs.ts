// Checks that every error code has its page in docs/errors and that the page agrees with the catalogue.
import { readdir, readFile } from 'node:fs/promises';
import { ERROR_CATALOGUE, type ErrorCode } from '@capture/contracts';

const DIRECTORY = new URL('../../../docs/errors/', import.meta.url);
const SECTIONS = ['## When', '## What to do'];
const LINES = { min: 8, max: 24 };

function faultsOf(code: ErrorCode, text: string): string[] {
  const { status, title } = ERROR_CATALOGUE[code];
  const lines = text.trimEnd().split('\n');
  return [
    ...(lines[0] === `# ${code}` ? [] : [`the first line must be "# ${code}"`]),
    ...(lines[2] === `**${status}** · ${title}` ? [] : [`the third line must be "**${status}** · ${title}"`]),
    ...SECTIONS.filter((section) => !lines.includes(section)).map((section) => `there is no "${section}"`),
    ...(lines.length < LINES.min || lines.length > LINES.max
      ? [`${lines.length} lines; ${LINES.min}–${LINES.max} say enough`]
      : []),
  ];
}

const present = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.md'));
const faults = present
  .filter((name) => !Object.hasOwn(ERROR_CATALOGUE, name.slice(0, -'.md'.length)))
  .map((name) => `docs/errors/${name}: no such code`);
for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
  const name = `${code}.md`;
  const wrong = present.includes(name)
    ? faultsOf(code, await readFile(new URL(name, DIRECTORY), 'utf8'))
    : ['missing'];
  faults.push(...wrong.map((fault) => `docs/errors/${name}: ${fault}`));
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
