// values.schema.json of a chart. Every object is closed but those that are passed to Kubernetes as they are.
import { settingsIn } from '../settings/settings.js';
import type { Service } from '../settings/services.js';

export type Schema = Record<string, unknown>;

const string = { type: 'string' };
const boolean = { type: 'boolean' };
const count = (minimum: number): Schema => ({ type: 'integer', minimum });
const quantity = { type: ['string', 'number'] };
/** What Kubernetes itself defines: handed on, and checked by the API server. */
const asKubernetes: Schema = { type: 'object', additionalProperties: true };
const listAsKubernetes: Schema = { type: 'array', items: asKubernetes };
const texts: Schema = { type: 'array', items: string };
const map: Schema = { type: 'object', additionalProperties: string };

function closed(properties: Record<string, Schema>): Schema {
  return { type: 'object', additionalProperties: false, properties };
}

const port: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
const name: Schema = { type: 'string', maxLength: 50, pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$' };
const destination = closed({ port, peers: listAsKubernetes });

function probe(): Schema {
  return closed({ periodSeconds: count(1), timeoutSeconds: count(1), failureThreshold: count(1) });
}

const resources = closed({
  requests: { type: 'object', additionalProperties: quantity },
  limits: { type: 'object', additionalProperties: quantity },
});

const IMAGE = closed({
  registry: string,
  repository: { type: 'string', minLength: 1 },
  tag: string,
  digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
  pullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
  pullSecrets: { type: 'array', items: closed({ name: string }) },
});

const POD: Record<string, Schema> = {
  resources,
  tmpSizeLimit: quantity,
  podAnnotations: map,
  podLabels: map,
  nodeSelector: map,
  tolerations: listAsKubernetes,
  affinity: asKubernetes,
  priorityClassName: string,
  extraPodSpec: closed({
    dnsPolicy: string,
    dnsConfig: asKubernetes,
    hostAliases: listAsKubernetes,
    runtimeClassName: string,
    initContainers: listAsKubernetes,
  }),
  topologySpread: {
    type: 'array',
    items: closed({
      topologyKey: string,
      maxSkew: count(1),
      whenUnsatisfiable: { type: 'string', enum: ['ScheduleAnyway', 'DoNotSchedule'] },
    }),
  },
  strategy: asKubernetes,
  preStopSeconds: { type: 'integer', minimum: 0, maximum: 120 },
  terminationGracePeriodSeconds: { type: ['integer', 'null'], minimum: 1 },
  probes: closed({ startup: probe(), liveness: probe(), readiness: probe() }),
  extraEnv: listAsKubernetes,
  extraVolumes: listAsKubernetes,
  extraVolumeMounts: listAsKubernetes,
};

const replicas = { minReplicas: count(1), maxReplicas: count(1), cpuUtilization: count(1) };

function shared(service: Service): Record<string, Schema> {
  return {
    // Also holds what other charts of an umbrella share; Helm hands it to each of them.
    global: { type: 'object', properties: { installation: name, publicUrl: string, imageRegistry: string } },
    fullnameOverride: name,
    extraLabels: map,
    image: IMAGE,
    replicas: count(0),
    settings: settingsSchema(service),
    credentials: credentialsSchema(service),
    httpPort: port,
    service: closed({
      type: { type: 'string', enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
      port,
      annotations: map,
    }),
    serviceAccount: closed({ create: boolean, name: string, annotations: map }),
    ...POD,
    podDisruptionBudget: closed({ enabled: boolean, maxUnavailable: { type: ['integer', 'string'] } }),
    autoscaling: closed({ enabled: boolean, ...replicas, behavior: asKubernetes }),
    serviceMonitor: closed({ enabled: boolean, interval: string, labels: map }),
    dashboards: closed({ enabled: boolean, labels: map, annotations: map }),
    'capture-library': asKubernetes,
  };
}

/** A setting that is null is as if it were not there. */
function settingsSchema(service: Service): Schema {
  const own = settingsIn(service, 'settings').map(({ name: setting, schema, description }) => {
    const { type, enum: values, ...rest } = schema;
    const nullable = { type: [type, 'null'], ...(values ? { enum: [...(values as string[]), null] } : {}) };
    return [setting, { ...nullable, ...rest, ...(description !== '' && { description }) }];
  });
  return closed(Object.fromEntries(own) as Record<string, Schema>);
}

function credentialsSchema(service: Service): Schema {
  const credential = closed({
    existingSecret: string,
    key: { type: 'string', minLength: 1 },
    optional: boolean,
  });
  return closed(Object.fromEntries(settingsIn(service, 'credentials').map((one) => [one.name, credential])));
}

function kedaSchema(service: Service): Schema {
  const backlog = { prometheusAddress: string, backlogAgeSeconds: count(0) };
  return closed({
    enabled: boolean,
    ...replicas,
    pollingSeconds: count(1),
    cooldownSeconds: count(0),
    natsMonitoringEndpoint: string,
    natsAccount: string,
    consumerLag: count(1),
    ...(service === 'webhooks' ? backlog : {}),
  });
}

function policySchema(service: Service): Schema {
  const of: Record<string, Schema> = { nats: destination, otlp: destination };
  if (service === 'gateway') of['redis'] = destination;
  else of['postgres'] = destination;
  if (service === 'accounts') of['smtp'] = destination;
  if (service === 'recordings') of['s3'] = destination;
  if (service === 'webhooks' || service === 'accounts') of['internet'] = listAsKubernetes;
  const from = {
    monitoring: listAsKubernetes,
    ...(service === 'gateway' ? { public: listAsKubernetes } : {}),
  };
  return closed({
    enabled: boolean,
    dnsPorts: { type: 'array', minItems: 1, items: port },
    from: closed(from),
    egress: listAsKubernetes,
    to: closed(of),
  });
}

/** Percent. */
const objective: Schema = { type: 'number', minimum: 50, exclusiveMaximum: 100 };

function ruleSchema(service: Service): Schema {
  const seconds = { outboxAgeSeconds: count(1), consumerBehindSeconds: count(1) };
  return closed({
    enabled: boolean,
    labels: map,
    availability: objective,
    withinOneSecond: objective,
    runbookBase: string,
    ...(service === 'gateway' ? {} : seconds),
    ...(service === 'webhooks' ? { backlogAgeSeconds: count(0) } : {}),
  });
}

function testsSchema(service: Service): Schema {
  const apiKey = closed({ existingSecret: string, key: { type: 'string', minLength: 1 }, paths: texts });
  return closed({
    enabled: boolean,
    podAnnotations: map,
    resources,
    ...(service === 'gateway' ? { apiKey } : {}),
  });
}

const OF_THE_GATEWAY: Record<string, Schema> = {
  metricsPort: port,
  upstreams: closed(
    Object.fromEntries(
      ['accounts', 'capture-requests', 'recordings', 'sessions', 'webhooks'].map((service) => [
        service,
        closed({ url: { type: 'string', minLength: 1 }, podPort: port }),
      ]),
    ),
  ),
  httpRoute: closed({
    enabled: boolean,
    parentRefs: listAsKubernetes,
    hostnames: texts,
    timeouts: closed({ request: string, backendRequest: string }),
    annotations: map,
  }),
  ingress: closed({
    enabled: boolean,
    className: string,
    hosts: texts,
    tls: listAsKubernetes,
    annotations: map,
  }),
};

const OF_THE_DATABASE: Record<string, Schema> = {
  migrations: closed({
    mode: { type: 'string', enum: ['hook', 'job', 'none'] },
    retries: count(0),
    deadlineSeconds: count(1),
    podAnnotations: map,
    podLabels: map,
    resources,
  }),
};

const STORE = closed({
  existingClaim: string,
  size: quantity,
  storageClassName: string,
  accessModes: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: ['ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'] },
  },
});

export function valuesSchema(service: Service): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Values of the chart ${service}`,
    ...closed({
      // The umbrella sets it where a service is left out.
      enabled: boolean,
      ...shared(service),
      ...(service === 'gateway' ? OF_THE_GATEWAY : OF_THE_DATABASE),
      ...(service === 'recordings' ? { store: STORE } : {}),
      keda: kedaSchema(service),
      networkPolicy: policySchema(service),
      prometheusRule: ruleSchema(service),
      tests: testsSchema(service),
    }),
  };
}
