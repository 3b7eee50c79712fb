import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Charts } from '../helm/helm.js';
import { SERVICES } from '../settings/services.js';
import { dashboardFiles } from './dashboards.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

interface Shown {
  uid: string;
  panels: { type: string; title: string; targets?: { expr: string }[]; panels?: Shown['panels'] }[];
}

const boards = dashboardFiles().map(([path, text]) => [path, JSON.parse(text) as Shown] as const);

function panelsOf({ panels }: Pick<Shown, 'panels'>): Shown['panels'] {
  return panels.flatMap((panel) => [panel, ...panelsOf({ panels: panel.panels ?? [] })]);
}

describe.each(boards)('the dashboard %s', (_path, board) => {
  it('asks what Prometheus understands', () => {
    const exprs = panelsOf(board).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(exprs.length).toBeGreaterThan(5);
    const rules = exprs.map((expr, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const folder = mkdtempSync(join(tmpdir(), 'capture-dashboards-'));
    const file = join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    try {
      execFileSync('promtool', ['check', 'rules', file], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('asks of one namespace only, as a Prometheus may watch several installations', () => {
    const selectors = panelsOf(board).flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/[a-z]\{([^}]*)\}/g)].map(([, labels]) => labels)),
    );
    expect(selectors.filter((labels) => !labels?.includes('namespace="$namespace"'))).toEqual([]);
  });
});

it('dashboards are told apart by uids of their own', () => {
  const uids = boards.map(([, { uid }]) => uid);
  expect(new Set(uids).size).toBe(SERVICES.length + 1);
});

it('a chart brings its dashboards to the sidecar of Grafana as they lie in its folder', async () => {
  const charts = new Charts(root);
  try {
    const manifests = await charts.render('gateway', {
      release: 'prod',
      values: { dashboards: { enabled: true, annotations: { grafana_folder: 'Capture' } } },
    });
    const found = manifests.find(({ metadata }) => metadata.name.endsWith('-dashboards'));
    expect(found).toMatchObject({
      kind: 'ConfigMap',
      metadata: { labels: { grafana_dashboard: '1' }, annotations: { grafana_folder: 'Capture' } },
    });
    const expected = dashboardFiles().filter(([path]) => path.startsWith('helm/gateway/'));
    expect(found?.['data']).toEqual(
      Object.fromEntries(expected.map(([path, text]) => [path.split('/').at(-1), text])),
    );
  } finally {
    charts.remove();
  }
});
