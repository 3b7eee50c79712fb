import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';
import { ROOT } from '../../harness/repository.js';

const SERVICES = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];
/** Given by Prometheus itself, of whatever it scrapes. */
const OF_PROMETHEUS = ['namespace', 'pod'];
/** On a port of its own, which is off here; a test of the gateway holds it. */
const OF_THE_GATEWAY = 'capture_budget_fallbacks_total';

/** A metric of a query, with the names of the labels that it is asked for. */
interface Selector {
  metric: string;
  labels: string[];
}

/** What queries select, in whatever text they stand. */
function selectorsIn(text: string): Selector[] {
  const found = text.matchAll(/((?:capture|process|nodejs)_\w+)\{([^}]*)\}/g);
  return [...found].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, name = '']) => name),
  }));
}

/** The selectors of a service's alerts, as its chart renders them. */
async function alertSelectors(service: string): Promise<Selector[]> {
  const rendered = await readFile(join(ROOT, `tools/charts/golden/production/${service}.yaml`), 'utf8');
  const [, rules = ''] = rendered.split('kind: PrometheusRule');
  return selectorsIn(rules);
}

interface Panel {
  targets?: { expr: string }[];
}

/** The selectors of a dashboard's panels. */
async function dashboardSelectors(path: string): Promise<Selector[]> {
  const { panels } = JSON.parse(await readFile(join(ROOT, 'helm', path), 'utf8')) as { panels: Panel[] };
  return panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => selectorsIn(expr)));
}

/** Where the service answers inside, by the latest line of the log that says so. */
async function originOf(service: string): Promise<string> {
  const folder = sharedProduct().dataDir;
  const texts = await Promise.all(
    ['capture.log.1', 'capture.log'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  const lines = texts.join('\n').split('\n');
  const line = lines.findLast(
    (each) => each.includes('"msg":"listening"') && each.includes(`"service":"${service}"`),
  );
  if (line === undefined) throw new Error(`the log names no address of ${service}`);
  return (JSON.parse(line) as { url: string }).url;
}

/** What the service tells now, a sample a line, once it has answered something. */
async function samplesOf(service: string): Promise<string[]> {
  const { baseUrl, liveKey } = sharedProduct().credentials;
  // A service that has answered nothing yet has no metrics of answers.
  for (const list of ['capture-requests', 'sessions', 'recordings', 'webhook-endpoints', 'usage'])
    await new Api(baseUrl, liveKey).get(`/v1/${list}`);
  return (await (await fetch(`${await originOf(service)}/metrics`)).text()).split('\n');
}

function missingIn(samples: readonly string[], selectors: readonly Selector[]): Selector[] {
  return selectors.filter(({ metric, labels }) => {
    const own = labels.filter((name) => !OF_PROMETHEUS.includes(name));
    const found = samples.filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
    return !found.some((line) => own.every((name) => line.includes(`${name}="`)));
  });
}

describe(`the alerts and dashboards of the charts (${MODE})`, () => {
  it.each(SERVICES)('ask %s for metrics and labels that it has', async (service) => {
    const alerts = await alertSelectors(service);
    const panels = await dashboardSelectors(`${service}/dashboards/${service}.json`);
    expect([alerts.length > 0, panels.length > 0]).toEqual([true, true]);
    expect(missingIn(await samplesOf(service), [...alerts, ...panels])).toEqual([]);
  });

  it('ask in the overview for metrics and labels that a service has', async () => {
    const samples = (await Promise.all(SERVICES.map(samplesOf))).flat();
    const selectors = await dashboardSelectors('gateway/dashboards/overview.json');
    const ofServices = selectors.filter(({ metric }) => metric !== OF_THE_GATEWAY);
    expect(ofServices.length).toBeGreaterThan(0);
    expect(missingIn(samples, ofServices)).toEqual([]);
  });
});
