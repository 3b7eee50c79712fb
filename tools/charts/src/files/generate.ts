// Writes what charts have from the code: values, their schema, READMEs, dashboards, the table of consumers. With --check it compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { dashboardFiles } from '../dashboards/dashboards.js';
import { consumersOf } from '../settings/consumers.js';
import { SERVICES, type Service } from '../settings/services.js';
import { readmeFile } from './readme.js';
import { valuesSchema } from './schema.js';
import { valuesDocument, valuesFile } from './values.js';

const STYLE = { singleQuote: true, printWidth: 110 };

function consumersTemplate(root: string): string {
  const lines = SERVICES.map((service) => `${service}: ${JSON.stringify(consumersOf(root, service))}`);
  return [
    '{{/* Durable consumers of each service. Written by `npm run generate` from what the services subscribe to. */}}',
    '{{- define "capture.consumers" -}}',
    ...lines,
    '{{- end -}}',
    '',
  ].join('\n');
}

async function filesOf(root: string, service: Service): Promise<[string, string][]> {
  const values = await format(valuesFile(root, service), { ...STYLE, parser: 'yaml' });
  const readme = readmeFile(service, valuesDocument(root, service));
  const schema = `${JSON.stringify(valuesSchema(service), null, 2)}\n`;
  return [
    [`helm/${service}/values.yaml`, values],
    [`helm/${service}/README.md`, readme],
    [`helm/${service}/values.schema.json`, schema],
  ];
}

/** Paths, from the root of the repository, with what belongs there. */
async function generatedFiles(root: string): Promise<[string, string][]> {
  const ofServices = await Promise.all(SERVICES.map((service) => filesOf(root, service)));
  return [
    ...ofServices.flat(),
    ...dashboardFiles(),
    ['helm/library/templates/_consumers.tpl', consumersTemplate(root)],
  ];
}

/** Paths of files that are not what the code says. */
export async function outdated(root: string): Promise<string[]> {
  const files = await generatedFiles(root);
  return files
    .filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => path);
}

export async function writeFiles(root: string): Promise<void> {
  for (const [path, text] of await generatedFiles(root)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
