import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';
import { ROOT } from '../../harness/repository.js';

const SERVICES = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];
/** Given by Prometheus itself, of whatever it scrapes. */
const OF_PROMETHEUS = ['namespace'];

/** A metric of a query, with the names of the labels that it is asked for. */
interface Selector {
  metric: string;
  labels: string[];
}

/** The selectors of a service's alerts, as its chart renders them. */
async function selectorsOf(service: string): Promise<Selector[]> {
  const rendered = await readFile(join(ROOT, `tools/charts/golden/production/${service}.yaml`), 'utf8');
  const [, rules = ''] = rendered.split('kind: PrometheusRule');
  return [...rules.matchAll(/(capture_\w+)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, name = '']) => name),
  }));
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

describe(`the alerts of the charts (${MODE})`, () => {
  it.each(SERVICES)('ask %s for metrics and labels that it has', async (service) => {
    const { baseUrl, liveKey } = sharedProduct().credentials;
    // A service that has answered nothing yet has no metrics of answers.
    for (const list of ['capture-requests', 'sessions', 'recordings', 'webhook-endpoints', 'usage'])
      await new Api(baseUrl, liveKey).get(`/v1/${list}`);
    const samples = (await (await fetch(`${await originOf(service)}/metrics`)).text()).split('\n');
    const selectors = await selectorsOf(service);
    expect(selectors.length).toBeGreaterThan(0);
    const missing = selectors.filter(({ metric, labels }) => {
      const own = labels.filter((name) => !OF_PROMETHEUS.includes(name));
      const found = samples.filter((line) => line.startsWith(`${metric}{`));
      return !found.some((line) => own.every((name) => line.includes(`${name}="`)));
    });
    expect(missing).toEqual([]);
  });
});
