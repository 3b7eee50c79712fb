// What rendered NetworkPolicies let through, and the table that they are made from.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Manifest } from '../helm/helm.js';
import { podsOf, selects, selectorOf, type Pod } from './pods.js';

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
  namespaceSelector?: object;
  ipBlock?: object;
}
interface Rule {
  ports?: { port: number | string; protocol?: string }[];
  from?: Peer[];
  to?: Peer[];
}
interface PolicySpec {
  policyTypes: string[];
  ingress: Rule[];
  egress: Rule[];
}

const COMPONENT = 'app.kubernetes.io/component';

export const policySpec = (policy: Manifest): PolicySpec => policy['spec'] as PolicySpec;

export const componentOf = ({ labels }: Pod): string => labels[COMPONENT] ?? '';

/** Who talks to whom, as the library chart says. */
export function trafficTable(root: string): Map<string, string[]> {
  const text = readFileSync(join(root, 'helm/library/templates/_traffic.tpl'), 'utf8');
  const yaml = text.slice(text.indexOf('-}}\n', text.indexOf('define')) + 4, text.lastIndexOf('{{- end'));
  const lines = parse(yaml) as { from: string; to: string[] }[];
  return new Map(lines.map(({ from, to }) => [from, to]));
}

function policiesOf(manifests: readonly Manifest[], pod: Pod): Manifest[] {
  return manifests.filter((manifest) => {
    const selector = manifest.kind === 'NetworkPolicy' ? selectorOf(manifest) : undefined;
    return selector !== undefined && selects(selector, pod);
  });
}

/** Pods that have not exactly one policy, for both directions. */
export function unguarded(manifests: readonly Manifest[]): string[] {
  return podsOf(manifests)
    .filter((pod) => {
      const [policy, ...more] = policiesOf(manifests, pod);
      return policy === undefined || more.length > 0 || policySpec(policy).policyTypes.length !== 2;
    })
    .map(({ owner }) => owner);
}

const lets = (rules: Rule[], side: 'from' | 'to', pod: Pod): boolean =>
  rules.some((rule) =>
    (rule[side] ?? []).some(
      ({ podSelector, namespaceSelector }) =>
        namespaceSelector === undefined &&
        podSelector?.matchLabels !== undefined &&
        selects(podSelector.matchLabels, pod),
    ),
  );

/** `from → to` of every two pods of which the policy of `from` lets it call, or that of `to` lets it be called. */
export function conversations(manifests: readonly Manifest[], side: 'egress' | 'ingress'): string[] {
  const pods = podsOf(manifests);
  const may = (from: Pod, to: Pod): boolean =>
    side === 'egress'
      ? policiesOf(manifests, from).some((policy) => lets(policySpec(policy).egress, 'to', to))
      : policiesOf(manifests, to).some((policy) => lets(policySpec(policy).ingress, 'from', from));
  const allowed = pods.flatMap((from) =>
    pods.filter((to) => may(from, to)).map((to) => `${componentOf(from)} → ${componentOf(to)}`),
  );
  return [...new Set(allowed)].sort();
}
