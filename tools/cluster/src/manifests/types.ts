// The members of manifests that are used, by the names that Kubernetes gives them.

export type Labels = Record<string, string>;

export interface HttpProbe {
  httpGet: { path: string; port: number | string };
  periodSeconds?: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
  initialDelaySeconds?: number;
}

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    fieldRef?: { fieldPath: string };
  };
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: EnvVar[];
  envFrom?: { configMapRef: { name: string } }[];
  startupProbe?: HttpProbe;
  livenessProbe?: HttpProbe;
  readinessProbe?: HttpProbe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface PodSpec {
  containers: Container[];
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
  restartPolicy?: 'Never' | 'Always';
  terminationGracePeriodSeconds?: number;
  volumes?: { name: string; emptyDir: { sizeLimit?: string } }[];
}

export interface PodTemplate {
  metadata: { labels: Labels; annotations?: Record<string, string> };
  spec: PodSpec;
}

export interface DeploymentSpec {
  replicas: number;
  strategy: { rollingUpdate: { maxSurge: number; maxUnavailable: number } };
  template: PodTemplate;
}

export interface JobSpec {
  backoffLimit: number;
  activeDeadlineSeconds: number;
  template: PodTemplate;
}

export interface ServiceSpec {
  selector: Labels;
  ports: { name: string; port: number; targetPort: number | string }[];
}

export interface Peer {
  podSelector?: { matchLabels: Labels };
  namespaceSelector?: object;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface PolicyRule {
  ports: { port: number | string; protocol?: 'TCP' | 'UDP' }[];
  from?: Peer[];
  to?: Peer[];
}

export interface PolicySpec {
  podSelector: { matchLabels: Labels };
  ingress: PolicyRule[];
  egress: PolicyRule[];
}

export function selects(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
