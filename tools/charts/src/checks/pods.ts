// The pods of rendered manifests, and what selects them.
import type { Manifest } from '../helm/helm.js';

export interface Container {
  name: string;
  image: string;
  args?: string[];
  command?: string[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
  }[];
  envFrom?: { configMapRef: { name: string } }[];
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string }[];
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
}

interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  securityContext?: Record<string, unknown>;
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  hostNetwork?: boolean;
  volumes?: Record<string, unknown>[];
}

export interface Pod {
  owner: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: PodSpec;
}

interface Workload {
  template?: {
    metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
    spec: PodSpec;
  };
}

export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap((manifest) => {
    const owner = `${manifest.kind} ${manifest.metadata.name}`;
    if (manifest.kind === 'Pod') {
      const { labels = {}, annotations = {} } = manifest.metadata;
      return [{ owner, labels, annotations, spec: manifest['spec'] as PodSpec }];
    }
    const { template } = (manifest['spec'] ?? {}) as Workload;
    if (template === undefined) return [];
    const { labels, annotations = {} } = template.metadata;
    return [{ owner, labels, annotations, spec: template.spec }];
  });
}

/** The labels by which an object selects pods; undefined where it selects none. */
export function selectorOf({ kind, ...manifest }: Manifest): Record<string, string> | undefined {
  const { selector, podSelector } = (manifest['spec'] ?? {}) as {
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    podSelector?: { matchLabels: Record<string, string> };
  };
  if (kind === 'Service') return selector;
  return podSelector?.matchLabels ?? selector?.matchLabels;
}

export function selects(selector: Record<string, string>, { labels }: Pod): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
