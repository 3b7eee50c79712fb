// Writes docs/api/*.json from the built services and the gateway's routing tables; with --check only compares.
// Fails when tables and services disagree about a route.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { CONSOLE_ROUTES, OPERATOR_ROUTES, ROUTES } from '@capture/gateway';
import { consoleDocument } from './published/console-document.js';
import { collect } from './merge.js';
import { idFaults } from './operation-ids.js';
import { operatorDocument } from './published/operator-document.js';
import { patternFaults } from './patterns.js';
import { disagreements } from './published/paths.js';
import { misroutedOperations } from './published/operator-routing.js';
import { publicDocument } from './published/public-document.js';
import { roomDocument, roomSchema } from './published/room-document.js';
import { serviceDocuments } from './service-documents.js';
import { withSharedApart } from './shared-operations.js';

const DIRECTORY = new URL('../../../docs/api/', import.meta.url);
const HEALTH = '/health';
const OPERATOR = '/operator/v1/';
const CONSOLE = '/console/api/';

async function build() {
  const { documents, handlers } = await serviceDocuments();
  const { operations: all, schemas } = collect(documents);
  const operations = withSharedApart(all.filter(({ path }) => !path.startsWith(HEALTH)));
  const operator = operations.filter(({ path }) => path.startsWith(OPERATOR));
  const forMembers = operations.filter(({ path }) => path.startsWith(CONSOLE));
  const open = operations.filter(({ path }) => !path.startsWith(OPERATOR) && !path.startsWith(CONSOLE));
  const problems = [
    ...disagreements(ROUTES, open),
    ...disagreements(CONSOLE_ROUTES, forMembers),
    ...misroutedOperations(OPERATOR_ROUTES, operator),
    ...idFaults(operations, handlers),
  ];
  const files = {
    'openapi.json': publicDocument(ROUTES, { operations: open, schemas }),
    'console-openapi.json': consoleDocument(CONSOLE_ROUTES, { operations: forMembers, schemas }),
    'operator-openapi.json': operatorDocument({ operations: operator, schemas }),
    'rooms-asyncapi.json': roomDocument(),
    'room-messages.schema.json': roomSchema(),
  };
  const faults = Object.entries(files).flatMap(([name, document]) => patternFaults(name, document));
  return { problems: [...problems, ...faults], files };
}

async function differs(name: string, text: string): Promise<boolean> {
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
    process.stdout.write(`docs/api/${name} written\n`);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
