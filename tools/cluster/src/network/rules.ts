// Rules of nftables for the namespace of one pod: what its NetworkPolicies let through, and where Services lead.
import { selects, type Labels, type Peer, type PolicyRule, type PolicySpec } from '../manifests/types.js';

export interface Address {
  ip: string;
  labels: Labels;
  /** Ports of its containers by name. */
  ports: Record<string, number>;
}

export interface ServicePort {
  ip: string;
  port: number;
  targets: { ip: string; port: number }[];
}

/** Connections with this mark pass every policy: those of pods to the receivers of tests. */
export const PAST_POLICIES = 7;

const set = (values: readonly (string | number)[]): string => `{ ${[...new Set(values)].join(', ')} }`;

/** The peers as matches of one side of a packet; empty where nobody is meant. */
function matchesOf(peers: readonly Peer[], side: 'saddr' | 'daddr', others: readonly Address[]): string[] {
  const selected = peers.flatMap(({ podSelector }) =>
    podSelector === undefined ? [] : others.filter(({ labels }) => selects(podSelector.matchLabels, labels)),
  );
  const blocks = peers.flatMap(({ ipBlock }) => {
    if (ipBlock === undefined || ipBlock.cidr.includes(':')) return [];
    const except = (ipBlock.except ?? []).filter((cidr) => !cidr.includes(':'));
    const without = except.length > 0 ? ` ip ${side} != ${set(except)}` : '';
    return [`ip ${side} ${ipBlock.cidr}${without}`];
  });
  const addresses = selected.map(({ ip }) => ip);
  return [...(addresses.length > 0 ? [`ip ${side} ${set(addresses)}`] : []), ...blocks];
}

/** No peers mean everybody. */
function acceptsOf({ ports, from, to }: PolicyRule, own: Address, others: readonly Address[]): string[] {
  const peers = from ?? to;
  const side = to === undefined ? 'saddr' : 'daddr';
  const who = peers === undefined ? [''] : matchesOf(peers, side, others).map((match) => `${match} `);
  return ports.flatMap(({ port, protocol = 'TCP' }) => {
    const number = typeof port === 'number' ? port : own.ports[port];
    if (number === undefined) return [];
    return who.map((match) => `${match}${protocol.toLowerCase()} dport ${number} accept`);
  });
}

const chain = (name: string, hook: string, lines: readonly string[]): string =>
  [
    `  chain ${name} {`,
    `    type filter hook ${hook} priority 0; policy accept;`,
    ...lines.map((line) => `    ${line}`),
    '  }',
  ].join('\n');

/**
 * The table of a pod. Without a policy that selects it everything passes, as in Kubernetes. The node may always come in: its
 * probes are not subject to policies.
 * @param cut addresses that a test has parted from this pod
 */
export function filterTable(
  own: Address,
  policies: readonly PolicySpec[],
  others: readonly Address[],
  { node, cut = [] }: { node: string; cut?: readonly string[] },
): string {
  const mine = policies.filter(({ podSelector }) => selects(podSelector.matchLabels, own.labels));
  const parted = (side: string): string[] => (cut.length > 0 ? [`ip ${side} ${set(cut)} drop`] : []);
  const begin = ['ct state established,related accept'];
  const restricted = mine.length > 0;
  const into = mine.flatMap(({ ingress }) => ingress.flatMap((rule) => acceptsOf(rule, own, others)));
  const out = mine.flatMap(({ egress }) => egress.flatMap((rule) => acceptsOf(rule, own, others)));
  return [
    'table inet policies {',
    chain('incoming', 'input', [
      'iif lo accept',
      ...parted('saddr'),
      ...begin,
      `ip saddr ${node} accept`,
      ...into,
      ...(restricted ? ['drop'] : []),
    ]),
    chain('outgoing', 'output', [
      'oif lo accept',
      ...parted('daddr'),
      ...begin,
      `ct mark ${PAST_POLICIES} accept`,
      ...out,
      ...(restricted ? ['drop'] : []),
    ]),
    '}',
  ].join('\n');
}

/** Each connection to a Service goes to one of its ready pods, chosen at random; without one it is refused. */
export function serviceTable(services: readonly ServicePort[]): string {
  const to = ({ ip, port, targets }: ServicePort): string => {
    const map = targets.map((target, index) => `${index} : ${target.ip} . ${target.port}`);
    return `ip daddr ${ip} tcp dport ${port} dnat ip to numgen random mod ${targets.length} map ${set(map)}`;
  };
  const served = services.filter(({ targets }) => targets.length > 0);
  const unserved = services.filter(({ targets }) => targets.length === 0);
  const refuse = ({ ip, port }: ServicePort): string =>
    `    ip daddr ${ip} tcp dport ${port} reject with tcp reset`;
  return [
    'table ip services {',
    '  chain destinations {',
    '    type nat hook output priority -100; policy accept;',
    ...served.map((service) => `    ${to(service)}`),
    '  }',
    '  chain refusals {',
    '    type filter hook output priority -10; policy accept;',
    ...unserved.map(refuse),
    '  }',
    '}',
  ].join('\n');
}

/**
 * Puts these tables in the place of those before, in one step. Chains stay: a connection whose hook was taken away and put
 * back is not translated any more, and hangs.
 */
export function replacing(...tables: readonly string[]): string {
  const anew = (table: string): string => {
    const [, name] = /^table (\w+ \w+) {/.exec(table) ?? [];
    return `table ${name}\nflush table ${name}\n${table}\n`;
  };
  return tables.map(anew).join('');
}
