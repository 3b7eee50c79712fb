import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podsOf } from '../checks/pods.js';
import { componentOf, conversations, policySpec, trafficTable, unguarded } from '../checks/traffic.js';
import { SERVICES } from '../settings/services.js';
import { settingsOf } from '../settings/settings.js';
import { Charts, type Manifest } from './helm.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const table = trafficTable(root);
let charts: Charts;
let umbrella: Manifest[];

beforeAll(async () => {
  charts = new Charts(root);
  umbrella = await charts.render('capture', { release: 'try' });
}, 60_000);

afterAll(() => charts.remove());

it('every pod has one policy, for what comes in and what goes out', () => {
  expect(podsOf(umbrella)).toHaveLength(6 + 5 + 6 + 3);
  expect(unguarded(umbrella)).toEqual([]);
});

/** `from → to` of the table, between components that have pods in the umbrella chart. */
function wanted(isTarget: (to: string) => boolean): string[] {
  const components = new Set(podsOf(umbrella).map(componentOf));
  const lines = [...table].filter(([from]) => components.has(from));
  return lines.flatMap(([from, targets]) => targets.filter(isTarget).map((to) => `${from} → ${to}`)).sort();
}

it('exactly those components may call others that the table names', () => {
  // Servers are reached by their port, wherever they are.
  expect(conversations(umbrella, 'egress')).toEqual(wanted((to) => SERVICES.includes(to as never)));
});

it('exactly those components may be called by others that the table names, the servers for evaluation too', () => {
  const called = [...SERVICES, 'postgres', 'nats', 'redis'];
  // Everybody may call the public port of the gateway.
  const fromAnywhere = umbrella.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'try-gateway',
  );
  expect(fromAnywhere && policySpec(fromAnywhere).ingress[0]).toEqual({ ports: [{ port: 'http' }] });
  expect(conversations(umbrella, 'ingress')).toEqual(wanted((to) => called.includes(to)));
});

describe.each(SERVICES)('the table lets %s', (service) => {
  const names = new Set(settingsOf(service).map(({ name }) => name));
  const targets = table.get(service) ?? [];

  it('reach what its settings name, and no other server', () => {
    const wanted = {
      postgres: names.has('DATABASE_URL'),
      nats: names.has('NATS_URL'),
      redis: names.has('REDIS_URL'),
      s3: names.has('CAPTURE_S3_BUCKET'),
      smtp: names.has('CAPTURE_SMTP_URL'),
      internet: names.has('CAPTURE_WEBHOOK_ALLOW_PORTS') || names.has('CAPTURE_SSO_ALLOW_PORTS'),
      otlp: names.has('OTEL_EXPORTER_OTLP_ENDPOINT'),
    };
    const found = Object.keys(wanted).map((server) => [server, targets.includes(server)]);
    expect(Object.fromEntries(found)).toEqual(wanted);
  });

  it('call the services that its settings name', () => {
    const upstreams = [...names].flatMap((name) => {
      const [, service] = /^CAPTURE_UPSTREAM_(?!.*_MS$)(.+)$/.exec(name) ?? [];
      return service === undefined ? [] : [service.toLowerCase().replaceAll('_', '-')];
    });
    expect(targets.filter((target) => SERVICES.includes(target as never)).sort()).toEqual(upstreams.sort());
  });
});

const policyOf = (manifests: Manifest[], component: string): ReturnType<typeof policySpec> => {
  const found = manifests.find(
    ({ kind, metadata }) =>
      kind === 'NetworkPolicy' && metadata.labels?.['app.kubernetes.io/component'] === component,
  );
  if (found === undefined) throw new Error(`no policy of ${component}`);
  return policySpec(found);
};

it('webhooks go to the ports that endpoints may use, and to no private address', async () => {
  const settings = { CAPTURE_WEBHOOK_ALLOW_PORTS: ['443', '9443'] };
  const { egress } = policyOf(await charts.render('webhooks', { values: { settings } }), 'webhooks');
  const outside = egress.find(({ to }) => to?.some((peer) => 'ipBlock' in peer));
  expect(outside?.ports).toEqual([{ port: 443 }, { port: 9443 }]);
  expect(JSON.stringify(outside?.to)).toContain('169.254.0.0/16');
});

it.each(['accounts', 'webhooks'])(
  '%s reaches no address at all where the list of them is empty',
  async (service) => {
    const values = { networkPolicy: { to: { internet: [] } } };
    const { egress } = policyOf(await charts.render(service, { values }), service);
    expect(egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).not.toContain(443);
    expect(egress.filter(({ to }) => to?.length === 0)).toEqual([]);
  },
);

it('pods also reach what is named beyond the table, as the metadata endpoint of a cloud identity', async () => {
  const rule = { ports: [{ port: 80 }], to: [{ ipBlock: { cidr: '169.254.169.254/32' } }] };
  const manifests = await charts.render('recordings', { values: { networkPolicy: { egress: [rule] } } });
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const open = policies.filter((each) =>
    policySpec(each).egress.some((one) => JSON.stringify(one) === JSON.stringify(rule)),
  );
  expect(open.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'])).toEqual([
    'recordings',
  ]);
});

it('every pod asks DNS at its port, and where the pods of DNS listen at another one there too, migrations included', async () => {
  const values = { networkPolicy: { dnsPorts: [53, 5353] } };
  const manifests = await charts.render('sessions', { values });
  for (const component of ['sessions', 'sessions-migrate', 'sessions-test']) {
    const { egress } = policyOf(manifests, component);
    const dns = egress.filter(({ to }) => to === undefined).flatMap(({ ports = [] }) => ports);
    for (const protocol of ['UDP', 'TCP'])
      expect(dns).toEqual(
        expect.arrayContaining([
          { port: 53, protocol },
          { port: 5353, protocol },
        ]),
      );
  }
});

it('accounts reach a mail server only where mail is sent', async () => {
  const ports = async (settings: object): Promise<unknown[]> => {
    const { egress } = policyOf(await charts.render('accounts', { values: { settings } }), 'accounts');
    return egress.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
  };
  expect(await ports({})).not.toContain(587);
  expect(await ports({ CAPTURE_MAIL_FROM: 'capture@example.org' })).toContain(587);
});

it('recordings reach a bucket only where they keep bytes in one; telemetry only where it is sent', async () => {
  const ports = async (settings: object): Promise<unknown[]> => {
    const values = { replicas: 1, settings };
    const { egress } = policyOf(await charts.render('recordings', { values }), 'recordings');
    return egress.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
  };
  expect(await ports({ CAPTURE_STORE: 's3' })).toEqual([53, 53, 5432, 4222, 443]);
  expect(await ports({ CAPTURE_STORE: 'filesystem' })).toEqual([53, 53, 5432, 4222]);
  const traced = { CAPTURE_STORE: 'filesystem', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' };
  expect(await ports(traced)).toEqual([53, 53, 5432, 4222, 4318]);
});
