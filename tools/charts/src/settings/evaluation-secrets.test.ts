import { fileURLToPath } from 'node:url';
import { loadConfig } from '@capture/platform';
import { expect, it } from 'vitest';
import { podsOf } from '../checks/pods.js';
import { Charts } from '../helm/helm.js';
import { evaluationSecrets } from './evaluation-secrets.js';
import { configOf, SERVICES } from './services.js';
import { settingsIn } from './settings.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const secrets = evaluationSecrets('try', 'capture');
const dataOf = (name: string): Record<string, string> =>
  secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};

it('the umbrella chart finds every Secret that it reads among those that are made for it', async () => {
  const charts = new Charts(root);
  const pods = podsOf(await charts.render('capture', { release: 'try' }));
  charts.remove();
  const references = pods.flatMap(({ spec }) =>
    spec.containers.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])),
  );
  expect(references.length).toBeGreaterThan(30);
  const missing = references.filter(
    ({ name, key, optional }) => !optional && dataOf(name)[key] === undefined,
  );
  expect(missing).toEqual([]);
});

it('every service starts with its own, and none is shared but what has to be', () => {
  for (const service of SERVICES) {
    const upstreams = settingsIn(service, 'chart').map(({ name }) => [
      name,
      name.includes('UPSTREAM') ? 'http://a' : '',
    ]);
    const env = { ...dataOf(`try-${service}`), ...(Object.fromEntries(upstreams) as Record<string, string>) };
    expect(() => loadConfig(service, configOf(service), env)).not.toThrow();
  }
  const values = secrets.flatMap(({ stringData }) => Object.values(stringData));
  const repeated = new Set(values.filter((value, index) => values.indexOf(value) !== index));
  const roles = Object.entries(dataOf('try-postgres')).map(([, password]) => password);
  const shared = [dataOf('try-gateway')['CAPTURE_PRINCIPAL_PUBLIC_KEYS'], 'nats://try-nats:4222'];
  expect([...repeated].filter((value) => !shared.includes(value) && !roles.includes(value))).toEqual([]);
});
