import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podsOf } from '../checks/pods.js';
import { valuesSchema } from '../files/schema.js';
import { SERVICES } from '../settings/services.js';
import { HELM_VERSIONS } from './binaries.js';
import { Charts } from './helm.js';

let charts: Charts;

beforeAll(() => {
  charts = new Charts(fileURLToPath(new URL('../../../..', import.meta.url)));
});

afterAll(() => charts.remove());

const REFUSED: [string, string, object, string][] = [
  ['a pod killed while it drains', 'accounts', { terminationGracePeriodSeconds: 34 }, 'need 35'],
  [
    'a longer grace of the process that the pod does not get',
    'sessions',
    { terminationGracePeriodSeconds: 60, settings: { CAPTURE_SHUTDOWN_GRACE_SEC: 60 } },
    'need 75',
  ],
  [
    'a process that closes before anybody sees it unready',
    'webhooks',
    { settings: { CAPTURE_DRAIN_DELAY_MS: 3000 } },
    'CAPTURE_DRAIN_DELAY_MS',
  ],
  [
    'two autoscalers',
    'accounts',
    { autoscaling: { enabled: true }, keda: { enabled: true, natsMonitoringEndpoint: 'n:8222' } },
    'two autoscalers',
  ],
  [
    'KEDA without the address to ask',
    'webhooks',
    { keda: { enabled: true, natsMonitoringEndpoint: 'n:8222' } },
    'keda.prometheusAddress',
  ],
  [
    'files of several replicas on a volume of one',
    'recordings',
    { settings: { CAPTURE_STORE: 'filesystem' } },
    'ReadWriteMany',
  ],
  ['a route that belongs to no Gateway', 'gateway', { httpRoute: { enabled: true } }, 'httpRoute.parentRefs'],
  ['an Ingress without a name', 'gateway', { ingress: { enabled: true } }, 'ingress.hosts'],
  ['a value with a slip of the pen', 'gateway', { replica: 3 }, 'replica'],
  ['a nested value that is not known', 'recordings', { probes: { readiness: { period: 3 } } }, 'period'],
  [
    'a setting that the service does not have',
    'accounts',
    { settings: { CAPTURE_STORE: 's3' } },
    'CAPTURE_STORE',
  ],
  [
    'a setting out of its range',
    'accounts',
    { settings: { CAPTURE_SHUTDOWN_GRACE_SEC: 601 } },
    'CAPTURE_SHUTDOWN_GRACE_SEC',
  ],
  [
    'a credential among the settings',
    'accounts',
    { settings: { CAPTURE_KEY_PEPPER: 'x' } },
    'CAPTURE_KEY_PEPPER',
  ],
  ['a credential written down', 'accounts', { credentials: { CAPTURE_KEY_PEPPER: { value: 'x' } } }, 'value'],
  [
    'a setting of a service in the umbrella that is not known',
    'capture',
    { accounts: { settings: { LOGLEVEL: 'info' } } },
    'LOGLEVEL',
  ],
];

describe('a chart refuses', () => {
  it.each(REFUSED)(
    '%s',
    async (_what, chart, values, message) => {
      for (const version of HELM_VERSIONS)
        await expect(charts.render(chart, { values, version })).rejects.toThrow(message);
    },
    60_000,
  );
});

it('the grace of a pod grows with what its process may take', async () => {
  const settings = { CAPTURE_DRAIN_DELAY_MS: 7500, CAPTURE_SHUTDOWN_GRACE_SEC: 40 };
  const [pod] = podsOf(
    await charts.render('sessions', { values: { settings, preStopSeconds: 10, tests: { enabled: false } } }),
  );
  expect(pod?.spec.terminationGracePeriodSeconds).toBe(10 + 8 + 40 + 5);
  expect(pod?.spec.containers[0]?.lifecycle?.preStop).toEqual({ sleep: { seconds: 10 } });
});

/** Handed to Kubernetes as they are, or shared by all charts of an umbrella. */
const OPEN =
  /^(global|affinity|strategy|capture-library|autoscaling\.behavior|extraPodSpec\.dnsConfig)$|(hostAliases|initContainers|tolerations|extraEnv|extraVolumes|extraVolumeMounts|peers|egress|monitoring|public|internet|parentRefs|tls)\[\]$/;

function openObjects(schema: Record<string, unknown>, path = ''): string[] {
  const { properties, items, additionalProperties, type } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
    additionalProperties?: unknown;
    type?: string;
  };
  const isMapOfTexts = typeof additionalProperties === 'object';
  const open = type === 'object' && additionalProperties !== false && !isMapOfTexts ? [path] : [];
  const below = Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    openObjects(inner, path === '' ? name : `${path}.${name}`),
  );
  return [...open, ...below, ...(items ? openObjects(items, `${path}[]`) : [])];
}

it('every object of the values is closed but what is handed to Kubernetes, and no schema refers to another', () => {
  for (const service of SERVICES) {
    const schema = valuesSchema(service);
    expect(openObjects(schema).filter((path) => !OPEN.test(path))).toEqual([]);
    expect(JSON.stringify(schema)).not.toContain('$ref');
  }
});
