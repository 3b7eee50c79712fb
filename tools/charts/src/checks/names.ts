// Names and labels that Kubernetes would refuse, because they are too long or hold other characters.
import type { Manifest } from '../helm/helm.js';

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
/** Kubernetes makes labels or longer names of these. */
const MOST: Record<string, number> = { Job: 63, Service: 63, Deployment: 52, StatefulSet: 52, Pod: 63 };

function labelsIn(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'labels' || key === 'matchLabels'
      ? (Object.entries((inner ?? {}) as object) as [string, string][])
      : labelsIn(inner),
  );
}

export function badNames(manifests: Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata } = manifest;
    const most = MOST[kind] ?? 63;
    const wrong = labelsIn(manifest).filter(
      ([, value]) => typeof value !== 'string' || !LABEL_VALUE.test(value),
    );
    return [
      ...(LABEL.test(metadata.name) && metadata.name.length <= most
        ? []
        : [`${kind} ${metadata.name}: its name`]),
      ...wrong.map(([key, value]) => `${kind} ${metadata.name}: label ${key}=${value}`),
    ];
  });
}

/** The objects of two renderings that would be one and the same in a namespace. */
export function shared(one: Manifest[], other: Manifest[]): string[] {
  const idOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
  const known = new Set(one.map(idOf));
  return other.map(idOf).filter((id) => known.has(id));
}
