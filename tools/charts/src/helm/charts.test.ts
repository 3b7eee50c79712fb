import { fileURLToPath } from 'node:url';
import { loadConfig } from '@capture/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCases, LONG_RELEASE } from '../checks/cases.js';
import { badNames, shared } from '../checks/names.js';
import { podsOf, selectorOf, selects, type Container } from '../checks/pods.js';
import { configOf, SERVICES, type Service } from '../settings/services.js';
import { settingsIn, settingsOf } from '../settings/settings.js';
import { Charts, type Manifest } from './helm.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let charts: Charts;
const rendered = new Map<string, Manifest[]>();

beforeAll(async () => {
  charts = new Charts(root);
  for (const { chart, name, ...options } of allCases())
    rendered.set(`${chart} ${name}`, await charts.render(chart, options));
}, 300_000);

afterAll(() => charts.remove());

const manifestsOf = (chart: string, name: string): Manifest[] => rendered.get(`${chart} ${name}`) ?? [];
const everything = (): Manifest[] => [...rendered.values()].flat();

function environmentOf(manifests: Manifest[], { env = [], envFrom = [] }: Container): Record<string, string> {
  const maps = envFrom.flatMap(({ configMapRef }) =>
    manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name),
  );
  const own = env.map(({ name, value }) => [name, value ?? '']);
  return Object.assign({}, ...maps.map((map) => map['data'] as object), Object.fromEntries(own)) as Record<
    string,
    string
  >;
}

function processOf(manifests: Manifest[], service: string): Container {
  const pod = podsOf(manifests).find(
    ({ labels, owner }) =>
      owner.startsWith('Deployment') && labels['app.kubernetes.io/component'] === service,
  );
  const [container] = pod?.spec.containers ?? [];
  if (container === undefined) throw new Error(`no pod of ${service}`);
  return container;
}

describe.each(SERVICES)('a pod of %s', (service: Service) => {
  it('is given every setting of its class and nothing else, as the class takes it', () => {
    const manifests = manifestsOf(service, 'settings');
    const env = environmentOf(manifests, processOf(manifests, service));
    const known = settingsOf(service).map(({ name }) => name);
    expect(Object.keys(env).sort()).toEqual(known);
    const settings = settingsIn(service, 'settings').map(({ name }) => name);
    const values = allCases().find(({ chart, name }) => chart === service && name === 'settings')?.values;
    const wanted = (values as { settings: Record<string, unknown> }).settings;
    const texts = Object.fromEntries(settings.map((name) => [name, String(wanted[name])]));
    expect(env).toMatchObject(texts);
    // A setting of a wrong form is named; credentials are empty here, and missed.
    const complaint = ((): string => {
      try {
        loadConfig(service, configOf(service), env);
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    const credentials = settingsIn(service, 'credentials').map(({ name }) => name);
    const refused = known.filter((name) => new RegExp(`\\b${name}\\b`).test(complaint));
    expect(refused.filter((name) => !credentials.includes(name))).toEqual([]);
  });
});

it('no chart makes a Secret, and no credential stands in a manifest', () => {
  expect(everything().filter(({ kind }) => kind === 'Secret')).toEqual([]);
  const names = new Set(
    SERVICES.flatMap((service) => settingsIn(service, 'credentials').map(({ name }) => name)),
  );
  const written = podsOf(everything()).flatMap(({ spec }) =>
    spec.containers.flatMap(({ env = [] }) =>
      env.filter(({ name, value }) => names.has(name) && value !== undefined),
    ),
  );
  expect(written).toEqual([]);
  const maps = everything().filter(({ kind }) => kind === 'ConfigMap');
  expect(maps.flatMap((map) => Object.keys(map['data'] as object)).filter((name) => names.has(name))).toEqual(
    [],
  );
});

it('every pod is within Pod Security "restricted", with a root that is read-only and without a token', () => {
  for (const { owner, spec } of podsOf(everything())) {
    expect([owner, spec]).toEqual([
      owner,
      expect.objectContaining({
        automountServiceAccountToken: false,
        securityContext: expect.objectContaining({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        }) as unknown,
      }),
    ]);
    expect(spec.securityContext?.['runAsUser']).toBeGreaterThan(0);
    expect([spec.hostNetwork, spec.initContainers]).toEqual([undefined, undefined]);
    expect((spec.volumes ?? []).filter((volume) => 'hostPath' in volume)).toEqual([]);
    for (const container of spec.containers)
      expect([owner, container.securityContext]).toEqual([
        owner,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ]);
  }
});

it('a store that one node mounts at a time is given up by the pod before the next one starts', async () => {
  const strategyWith = async (accessModes: string[]): Promise<unknown> => {
    const settings = { CAPTURE_STORE: 'filesystem' };
    const values = { replicas: 1, settings, store: { accessModes } };
    const manifests = await charts.render('recordings', { values });
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    return (deployment?.['spec'] as { strategy: { type: string } }).strategy.type;
  };
  expect(await strategyWith(['ReadWriteOnce'])).toBe('Recreate');
  expect(await strategyWith(['ReadWriteMany'])).toBe('RollingUpdate');
});

it('a pod of migrations or of `helm test` can be left out by a mesh, whose container would keep it from ending', async () => {
  const inject = 'sidecar.istio.io/inject';
  const podAnnotations = { 'linkerd.io/inject': 'disabled' };
  const values = {
    podLabels: { [inject]: 'true', team: 'media' },
    migrations: { podAnnotations, podLabels: { [inject]: 'false' } },
    tests: { podAnnotations },
  };
  const pods = podsOf(await charts.render('sessions', { values }));
  const found = ['sessions', 'sessions-migrate', 'sessions-test'].map((component) => {
    const pod = pods.find(({ labels }) => labels['app.kubernetes.io/component'] === component);
    return [component, pod?.labels[inject], pod?.labels['team'], pod?.annotations['linkerd.io/inject']];
  });
  expect(found).toEqual([
    ['sessions', 'true', 'media', undefined],
    ['sessions-migrate', 'false', 'media', 'disabled'],
    ['sessions-test', undefined, undefined, 'disabled'],
  ]);
});

it('what else a pod needs from its cluster is handed to every pod as it is', async () => {
  const extraPodSpec = {
    dnsConfig: { options: [{ name: 'ndots', value: '1' }] },
    hostAliases: [{ ip: '192.0.2.1', hostnames: ['postgres.internal'] }],
    runtimeClassName: 'gvisor',
    initContainers: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }],
  };
  const pods = podsOf(await charts.render('webhooks', { values: { extraPodSpec } }));
  expect(pods).toHaveLength(3);
  for (const { spec } of pods) expect(spec).toMatchObject(extraPodSpec);
});

it('what `helm test` ran stays until its next run: its logs are read once it has ended', () => {
  const pods = everything().filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test');
  expect(pods.length).toBeGreaterThan(0);
  const policies = pods.map(({ metadata }) => metadata.annotations?.['helm.sh/hook-delete-policy']);
  expect(new Set(policies)).toEqual(new Set(['before-hook-creation']));
});

it('names and labels fit however long the name of the release is', () => {
  expect(badNames(everything())).toEqual([]);
});

it('an object selects the pods of its own component alone, by labels that never change', () => {
  for (const manifests of rendered.values()) {
    const pods = podsOf(manifests);
    for (const manifest of manifests) {
      const selector = selectorOf(manifest);
      if (selector === undefined || manifest.kind === 'ServiceMonitor') continue;
      const labels = ['component', 'instance', 'name'].map((label) => `app.kubernetes.io/${label}`);
      expect(Object.keys(selector).sort()).toEqual(labels);
      const found = pods.filter((pod) => selects(selector, pod));
      expect([manifest.kind, manifest.metadata.name, found.length]).toEqual([
        manifest.kind,
        manifest.metadata.name,
        1,
      ]);
    }
  }
});

it('two releases in one namespace share no object, and neither selects pods of the other', async () => {
  for (const chart of ['accounts', 'gateway', 'capture']) {
    for (const [first, second] of [
      ['one', 'two'],
      [LONG_RELEASE, `${LONG_RELEASE.slice(0, -1)}y`],
    ]) {
      const [one, two] = [
        await charts.render(chart, { release: first }),
        await charts.render(chart, { release: second }),
      ];
      expect(shared(one, two)).toEqual([]);
      const crossed = one.flatMap((manifest) => {
        const selector = selectorOf(manifest);
        return selector ? podsOf(two).filter((pod) => selects(selector, pod)) : [];
      });
      expect(crossed).toEqual([]);
    }
  }
}, 120_000);

it('the gateway of the umbrella chart finds every service, however long the name of the release is', () => {
  for (const name of ['defaults', 'least']) {
    const manifests = manifestsOf('capture', name);
    const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    const env = environmentOf(manifests, processOf(manifests, 'gateway'));
    const upstreams = settingsIn('gateway', 'chart').filter(({ name: setting }) =>
      setting.includes('UPSTREAM'),
    );
    const hosts = upstreams.map(({ name: setting }) => new URL(env[setting] ?? '').hostname);
    expect(hosts).toHaveLength(5);
    expect(hosts.filter((host) => !services.includes(host))).toEqual([]);
  }
});
