// The matrix of values that every chart is rendered with.
import { settingsIn, type Setting } from '../settings/settings.js';
import { SERVICES, type Service } from '../settings/services.js';

export interface Case {
  chart: string;
  name: string;
  values: object;
  release?: string;
}

const SAMPLES: Record<string, string> = {
  CAPTURE_DOMAIN_DNS_SERVERS: '10.0.0.2:53',
  CAPTURE_ICE_SERVERS: 'stun:stun.example.org',
  CAPTURE_SSO_DNS_SERVERS: '10.0.0.2:53',
  CAPTURE_WEBHOOK_DNS_SERVERS: '10.0.0.2:53',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
};

/** A value that a setting takes: its default where it has one. */
function sampleOf({ name, fallback, schema }: Setting): unknown {
  if (fallback !== undefined && !(Array.isArray(fallback) && fallback.length === 0)) return fallback;
  const { type, minimum } = schema as { type: string; minimum?: number };
  if (type === 'array') return [SAMPLES[name] ?? '10.0.0.0/8'];
  if (type === 'integer') return Math.max(minimum ?? 1, 4096);
  return SAMPLES[name] ?? 'https://sample.example';
}

const everySetting = (service: Service): object =>
  Object.fromEntries(settingsIn(service, 'settings').map((setting) => [setting.name, sampleOf(setting)]));

const ownSecrets = (service: Service): object =>
  Object.fromEntries(
    settingsIn(service, 'credentials').map(({ name }) => [
      name,
      { existingSecret: 'vault', key: `${service}.${name}` },
    ]),
  );

const DIGEST = `sha256:${'0'.repeat(64)}`;

function production(service: Service): object {
  const store = { settings: { CAPTURE_STORE: 's3', CAPTURE_S3_BUCKET: 'takes' } };
  const open = {
    settings: { CAPTURE_TRUSTED_PROXIES: ['10.1.0.0/16', '10.2.0.0/16'] },
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'edge' }],
      hostnames: ['capture.example'],
      timeouts: { request: '0s' },
    },
    ingress: {
      enabled: true,
      className: 'nginx',
      hosts: ['capture.example'],
      tls: [{ hosts: ['capture.example'] }],
    },
    tests: { apiKey: { existingSecret: 'smoke-test' } },
  };
  return {
    global: {
      installation: 'production',
      publicUrl: 'https://capture.example',
      imageRegistry: 'images.example',
    },
    image: { digest: DIGEST, pullSecrets: [{ name: 'pull' }] },
    credentials: ownSecrets(service),
    autoscaling: { enabled: true, behavior: { scaleDown: { stabilizationWindowSeconds: 300 } } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true },
    extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.crt' }],
    extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
    extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    priorityClassName: 'high',
    extraPodSpec: { dnsConfig: { options: [{ name: 'ndots', value: '1' }] } },
    ...(service === 'gateway' ? open : {}),
    ...(service === 'recordings' ? store : {}),
  };
}

const LEAST = {
  networkPolicy: { enabled: false },
  podDisruptionBudget: { enabled: false },
  tests: { enabled: false },
  serviceAccount: { create: false },
  topologySpread: [],
  preStopSeconds: 0,
};

const keda = (service: Service): object => ({
  // Not in the manifests that are kept: the dashboards are in the repository as files.
  dashboards: { enabled: true, annotations: { grafana_folder: 'Capture' } },
  keda: {
    enabled: true,
    natsMonitoringEndpoint: 'nats:8222',
    ...(service === 'webhooks' ? { prometheusAddress: 'http://prometheus:9090' } : {}),
  },
});

/** As long as Helm lets a release's name be. */
export const LONG_RELEASE = `${'a'.repeat(50)}-zz`;

function casesOf(service: Service): Case[] {
  const files = { settings: { CAPTURE_STORE: 'filesystem' }, store: { accessModes: ['ReadWriteMany'] } };
  return [
    { chart: service, name: 'defaults', values: {} },
    { chart: service, name: 'production', values: production(service), release: `prod-${service}` },
    { chart: service, name: 'keda', values: keda(service) },
    {
      chart: service,
      name: 'least',
      values: { ...LEAST, ...(service === 'gateway' ? {} : { migrations: { mode: 'none' } }) },
    },
    {
      chart: service,
      name: 'settings',
      values: {
        settings: everySetting(service),
        ...(service === 'recordings' ? { store: files.store } : {}),
      },
      release: LONG_RELEASE,
    },
    ...(service === 'recordings' ? [{ chart: service, name: 'filesystem', values: files }] : []),
  ];
}

export function allCases(): Case[] {
  return [
    ...SERVICES.flatMap(casesOf),
    { chart: 'capture', name: 'defaults', values: {} },
    { chart: 'capture', name: 'least', values: { evaluation: { enabled: false } }, release: LONG_RELEASE },
  ];
}

/** Cases whose manifests are kept in the repository, so that a change of them is seen in review. */
export function isKept({ chart, name }: Case): boolean {
  return name === 'production' || (chart === 'capture' && name === 'defaults');
}
