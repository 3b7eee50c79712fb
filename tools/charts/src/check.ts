// The stage of `npm run lint` about charts: generated files, `helm lint --strict`, every case of the matrix with Helm 3
// and 4, Kubernetes' types, the manifests that are kept. Usage: node tools/charts/dist/check.js [--write]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HELM_VERSIONS } from './helm/binaries.js';
import { chartNames, Charts, manifestsOf, type Manifest } from './helm/helm.js';
import { allCases, isKept, type Case } from './checks/cases.js';
import { typeErrors } from './checks/kubernetes-types.js';
import { badNames } from './checks/names.js';
import { outdated, writeFiles } from './files/generate.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const write = process.argv.includes('--write');
const AT_ONCE = 4;

/** Runs all, a few at once; the outcomes are in the order of the tasks. */
async function inTurns<T, R>(tasks: readonly T[], run: (task: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...tasks.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

const messageOf = (error: unknown): string => {
  const {
    stdout = '',
    stderr = '',
    message,
  } = error as { stdout?: string; stderr?: string; message: string };
  return stdout + stderr || message;
};

async function lintAll(charts: Charts): Promise<string[]> {
  const tasks = chartNames(root).flatMap((chart) => HELM_VERSIONS.map((version) => ({ chart, version })));
  const found = await inTurns(tasks, async ({ chart, version }) =>
    charts.helm(version, ['lint', '--strict', charts.path(chart)]).then(
      () => [],
      (error: unknown) => [`helm ${version} lint ${chart}: ${messageOf(error)}`],
    ),
  );
  return found.flat();
}

interface Rendered {
  text: string;
  manifests: Manifest[];
  problems: string[];
}

/** Both Helms have to send the same. */
async function renderCase(charts: Charts, { chart, name, values, release }: Case): Promise<Rendered> {
  const title = `${chart} (${name})`;
  try {
    const texts = await Promise.all(
      HELM_VERSIONS.map((version) => charts.text(chart, { values, version, ...(release && { release }) })),
    );
    const [three, four] = texts.map((text) => manifestsOf(text)) as [Manifest[], Manifest[]];
    const inOrder = (list: Manifest[]): string =>
      JSON.stringify(list.map((one) => JSON.stringify(one)).sort());
    const differ = inOrder(three) !== inOrder(four);
    const problems = [
      ...(differ ? [`${title}: Helm 3 and Helm 4 render different manifests`] : []),
      ...badNames(four).map((problem) => `${title}: ${problem}`),
    ];
    return { text: texts.at(-1) ?? '', manifests: four, problems };
  } catch (error) {
    return { text: '', manifests: [], problems: [`${title}: ${messageOf(error)}`] };
  }
}

function golden(cases: readonly Case[], rendered: readonly Rendered[]): string[] {
  return cases.flatMap((one, index) => {
    if (!isKept(one)) return [];
    const { chart, name } = one;
    const path = `tools/charts/golden/${name}/${chart}.yaml`;
    const text = rendered[index]?.text ?? '';
    if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text) return [];
    if (!write)
      return [`${path} is not what the chart renders: npm run charts -- check --write, and review it`];
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return [];
  });
}

async function check(): Promise<string[]> {
  if (write) await writeFiles(root);
  const charts = new Charts(root);
  try {
    const stale = (await outdated(root)).map((path) => `${path} is outdated: npm run generate`);
    const lint = await lintAll(charts);
    const cases = allCases();
    const rendered = await inTurns(cases, (one) => renderCase(charts, one));
    const types = typeErrors(
      join(root, 'tools/charts'),
      rendered.flatMap(({ manifests }) => manifests),
    );
    return [
      ...stale,
      ...lint,
      ...rendered.flatMap(({ problems }) => problems),
      ...types,
      ...golden(cases, rendered),
    ];
  } finally {
    charts.remove();
  }
}

const found = await check();
for (const sentence of found) process.stderr.write(`${sentence}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
