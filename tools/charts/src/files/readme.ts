// README.md of a chart: its values with their comments, and the settings of its service.
import { type Document, isMap, isScalar, type Pair, type YAMLMap } from 'yaml';
import { settingsIn, type Setting } from '../settings/settings.js';
import type { Service } from '../settings/services.js';

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** A comment that begins with `--` describes the value below it. */
function comment(pair: Pair, map: YAMLMap, index: number): string {
  const key = pair.key as { commentBefore?: string | null };
  const above = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
  return (
    above
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('-- '))
      .at(-1)
      ?.slice(3) ?? ''
  );
}

function rowsBelow(map: YAMLMap, path: string[]): string[] {
  return (map.items as Pair[]).flatMap((pair, index) => {
    const key = [...path, isScalar(pair.key) ? String(pair.key.value) : String(pair.key)];
    const about = comment(pair, map, index);
    const deeper = isMap(pair.value) && pair.value.items.length > 0 && !pair.value.flow;
    const value = isScalar(pair.value) ? pair.value.value : JSON.parse(JSON.stringify(pair.value));
    const own =
      deeper && about === ''
        ? []
        : [row(`\`${key.join('.')}\``, deeper ? '' : `\`${JSON.stringify(value)}\``, about)];
    return deeper ? [...own, ...rowsBelow(pair.value as YAMLMap, key)] : own;
  });
}

function settingRow({ name, fallback, description, required }: Setting): string {
  // A folder of the build: in the image it is another one.
  const ofTheBuild = typeof fallback === 'string' && fallback.startsWith('/');
  if (ofTheBuild) return row(`\`${name}\``, 'in the image', description);
  const value = fallback === undefined ? (required ? 'required' : '') : `\`${JSON.stringify(fallback)}\``;
  return row(`\`${name}\``, value, description);
}

/** Text of the file. */
export function readmeFile(service: Service, values: Document<YAMLMap>): string {
  return [
    `# Chart ${service}`,
    '',
    `Installs the service \`${service}\` of Capture: Helm 3.17 or newer, Kubernetes 1.30 or newer. How the charts belong together is in the guide [Kubernetes](../../docs/guides/kubernetes.md).`,
    '',
    '```sh',
    `helm dependency update helm/${service}`,
    `helm install ${service} helm/${service} -n capture -f my-values.yaml`,
    '```',
    '',
    '## Values',
    '',
    row('value', 'default', 'what'),
    row('---', '---', '---'),
    ...rowsBelow(values.contents as YAMLMap, []),
    '',
    '## Settings',
    '',
    'Under `settings`, by the name of the environment variable. Lists are written as lists. A setting that is `null` has its default.',
    '',
    row('setting', 'default', 'what'),
    row('---', '---', '---'),
    ...settingsIn(service, 'settings').map(settingRow),
    '',
    '<!-- Written by `npm run generate`. -->',
    '',
  ].join('\n');
}
