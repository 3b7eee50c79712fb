// The kinds of manifests that are run here, with every member that is understood.
import type { Manifest } from '@capture/charts-tool/rendering';
import { count, flag, ignored, list, object, oneOf, problemsOf, text, texts, type Shape } from './shapes.js';

const metadata = object({ name: text }, { namespace: text, labels: texts, annotations: texts });
const portRef: Shape = ignored('a name or a number: read where it is used');
const matchLabels = object({ matchLabels: texts });

const probe = object(
  { httpGet: object({ path: text, port: portRef }) },
  { periodSeconds: count, timeoutSeconds: count, failureThreshold: count, initialDelaySeconds: count },
);

const env = object(
  { name: text },
  {
    value: text,
    valueFrom: object(
      {},
      {
        secretKeyRef: object({ name: text, key: text }, { optional: flag }),
        fieldRef: object({ fieldPath: oneOf('metadata.name', 'metadata.namespace', 'status.podIP') }),
      },
    ),
  },
);

const container = object(
  {
    name: text,
    image: text,
    securityContext: object({
      allowPrivilegeEscalation: oneOf(false),
      readOnlyRootFilesystem: oneOf(true),
      capabilities: object({ drop: oneOf(['ALL']) }),
    }),
  },
  {
    imagePullPolicy: ignored('images are those that were built'),
    command: list(text),
    args: list(text),
    ports: list(object({ name: text, containerPort: count })),
    env: list(env),
    envFrom: list(object({ configMapRef: object({ name: text }) })),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    lifecycle: object({ preStop: object({ sleep: object({ seconds: count }) }) }),
    resources: ignored('this machine cannot limit a container'),
    volumeMounts: list(object({ name: text, mountPath: text })),
  },
);

const podSpec = object(
  {
    containers: list(container),
    securityContext: object({
      runAsNonRoot: oneOf(true),
      runAsUser: count,
      runAsGroup: count,
      fsGroup: count,
      fsGroupChangePolicy: oneOf('OnRootMismatch'),
      seccompProfile: object({ type: oneOf('RuntimeDefault') }),
    }),
    automountServiceAccountToken: oneOf(false),
    enableServiceLinks: oneOf(false),
  },
  {
    serviceAccountName: ignored('no token of it is mounted'),
    restartPolicy: oneOf('Never', 'Always'),
    terminationGracePeriodSeconds: count,
    topologySpreadConstraints: ignored('there is one node'),
    volumes: list(object({ name: text, emptyDir: object({}, { sizeLimit: text }) })),
  },
);

const template = object({
  metadata: object({ labels: texts }, { annotations: texts }),
  spec: podSpec,
});

const peer = object(
  {},
  {
    podSelector: matchLabels,
    namespaceSelector: object({}),
    ipBlock: object({ cidr: text }, { except: list(text) }),
  },
);
const policyPorts = list(object({ port: portRef }, { protocol: oneOf('UDP', 'TCP') }));

const SPECS: Record<string, { apiVersion: string; members: Record<string, Shape> }> = {
  ServiceAccount: { apiVersion: 'v1', members: { automountServiceAccountToken: oneOf(false) } },
  ConfigMap: { apiVersion: 'v1', members: { data: texts } },
  Service: {
    apiVersion: 'v1',
    members: {
      spec: object({
        type: oneOf('ClusterIP'),
        selector: texts,
        ports: list(
          object({
            name: text,
            port: count,
            targetPort: portRef,
            appProtocol: ignored('a hint for proxies'),
          }),
        ),
      }),
    },
  },
  Deployment: {
    apiVersion: 'apps/v1',
    members: {
      spec: object({
        replicas: count,
        revisionHistoryLimit: ignored('no revision is kept'),
        strategy: object({
          type: oneOf('RollingUpdate'),
          rollingUpdate: object({ maxSurge: count, maxUnavailable: count }),
        }),
        selector: matchLabels,
        template,
      }),
    },
  },
  Job: {
    apiVersion: 'batch/v1',
    members: { spec: object({ backoffLimit: count, activeDeadlineSeconds: count, template }) },
  },
  Pod: { apiVersion: 'v1', members: { spec: podSpec } },
  NetworkPolicy: {
    apiVersion: 'networking.k8s.io/v1',
    members: {
      spec: object({
        podSelector: matchLabels,
        policyTypes: oneOf(['Ingress', 'Egress']),
        ingress: list(object({ ports: policyPorts }, { from: list(peer) })),
        egress: list(object({ ports: policyPorts }, { to: list(peer) })),
      }),
    },
  },
  PodDisruptionBudget: { apiVersion: 'policy/v1', members: { spec: ignored('nothing is evicted here') } },
};

/** Everything in these manifests that this runner does not know, each with its place. */
export function unknownIn(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const known = SPECS[manifest.kind];
    if (known === undefined) return [`${manifest.kind} ${manifest.metadata.name} is not known here`];
    const { apiVersion, members } = known;
    const shape = object({ apiVersion: oneOf(apiVersion), kind: text, metadata, ...members });
    return problemsOf(shape, manifest, `${manifest.kind} ${manifest.metadata.name}`);
  });
}
