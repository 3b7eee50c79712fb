// Writes docs/api/*.json from the built services and the gateway's routing table; with --check only compares.
// Fails when table and services disagree about a route.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { CONSOLE_ROUTES, OPERATOR_ROUTES, ROUTES } from '@capture/gateway';
import { consoleDocument } from './console-document.mjs';
import { collect } from './merge.mjs';
import { operatorDocument } from './operator-document.mjs';
import { disagreements, publicDocument } from './public-document.mjs';
import { staleErrors } from './route-errors.mjs';
import { serviceDocuments } from './service-documents.mjs';

const DIRECTORY = new URL('../../docs/api/', import.meta.url);
const OPERATOR = '/operator/v1/';
const CONSOLE = '/console/api/';
/** Of the process, or with documents of their own. */
const APART = ['/health', OPERATOR, CONSOLE];

async function build() {
  const { operations, schemas } = collect(await serviceDocuments());
  const operator = operations.filter(({ path }) => path.startsWith(OPERATOR));
  const forMembers = operations.filter(({ path }) => path.startsWith(CONSOLE));
  const open = operations.filter(({ path }) => !APART.some((prefix) => path.startsWith(prefix)));
  const unrouted = operator.filter(
    ({ path }) => !OPERATOR_ROUTES.some(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)),
  );
  const problems = [
    ...disagreements(ROUTES, open),
    ...disagreements(CONSOLE_ROUTES, forMembers),
    ...unrouted.map(
      ({ service, method, path }) => `${service} ${method} ${path}: no operator prefix routes it`,
    ),
    ...staleErrors([...ROUTES, ...CONSOLE_ROUTES]).map(
      (call) => `${call}: has errors in route-errors.mjs, but is not in the routing table`,
    ),
  ];
  const files = {
    'openapi.json': publicDocument(ROUTES, { operations: open, schemas }),
    'console-openapi.json': consoleDocument(CONSOLE_ROUTES, { operations: forMembers, schemas }),
    'operator-openapi.json': operatorDocument({ operations: operator, schemas }),
  };
  return { problems, files };
}

async function differs(name, text) {
  const stored = await readFile(new URL(name, DIRECTORY), 'utf8').catch(() => '');
  return stored !== text;
}

const check = process.argv.includes('--check');
const { problems, files } = await build();
for (const [name, document] of Object.entries(files)) {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (!(await differs(name, text))) continue;
  if (check) problems.push(`docs/api/${name} does not match the code; run npm run generate`);
  else {
    await mkdir(DIRECTORY, { recursive: true });
    await writeFile(new URL(name, DIRECTORY), text);
    console.log(`docs/api/${name} written`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
