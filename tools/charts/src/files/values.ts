// values.yaml of a chart: what all services share, what is the service's own, and its credentials.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { settingsIn } from '../settings/settings.js';
import type { Service } from '../settings/services.js';

const SOURCES = 'tools/charts/values';
const OWN_VALUES = new Set<Service>(['accounts', 'gateway', 'recordings', 'webhooks']);

function textOf(node: unknown): string {
  return isScalar(node) ? String(node.value) : String(node);
}

/** Puts the pairs of `from` into `into`; maps are merged, comments come along. */
function mergeMaps(into: YAMLMap, from: YAMLMap): void {
  for (const pair of from.items as Pair[]) {
    const present = (into.items as Pair[]).find(({ key }) => textOf(key) === textOf(pair.key));
    if (present === undefined) {
      (pair.key as { spaceBefore?: boolean }).spaceBefore =
        into.commentBefore === undefined || (from.items as Pair[])[0] === pair;
      into.items.push(pair as never);
    } else if (isMap(present.value) && isMap(pair.value)) mergeMaps(present.value, pair.value);
    else present.value = pair.value;
  }
}

function credentials(service: Service): string {
  const lines = settingsIn(service, 'credentials').flatMap(({ name, required, description }) => [
    ...(description === '' ? [] : [`  # -- ${description}`]),
    `  ${name}: { existingSecret: '', key: ${name}, optional: ${!required} }`,
  ]);
  const about =
    '# -- Each comes from a Secret of yours; without a name it is `<installation>-<chart>`. The process does without an optional one that is not there: set `optional: false` for those that you use.';
  return [about, 'credentials:', ...lines].join('\n');
}

/** The document, with comments. */
export function valuesDocument(root: string, service: Service): Document<YAMLMap> {
  const read = (name: string): string =>
    readFileSync(join(root, SOURCES, `${name}.yaml`), 'utf8').replaceAll('SERVICE', service);
  const sources = [
    read('shared'),
    ...(service === 'gateway' ? [] : [read('database')]),
    ...(OWN_VALUES.has(service) ? [read(service)] : []),
    credentials(service),
  ];
  const [first, ...others] = sources.map((source) => parseDocument(source)) as [
    Document<YAMLMap>,
    ...Document<YAMLMap>[],
  ];
  for (const other of others) mergeMaps(first.contents as YAMLMap, other.contents as YAMLMap);
  return first;
}

/** Text of the file. */
export function valuesFile(root: string, service: Service): string {
  const head =
    '# Written by `npm run generate` from tools/charts/values and the settings of the service.\n\n';
  return head + valuesDocument(root, service).toString({ lineWidth: 0 });
}
