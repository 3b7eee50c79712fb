import { expect, it } from 'vitest';
import type { PolicySpec } from '../manifests/types.js';
import { filterTable, replacing, serviceTable, type Address } from './rules.js';

const NODE = { node: '10.244.0.1' };
const pod = (ip: string, component: string): Address => ({
  ip,
  labels: { component },
  ports: { http: 8080 },
});
const accounts = pod('10.244.1.1', 'accounts');
const gateways = [pod('10.244.1.2', 'gateway'), pod('10.244.1.3', 'gateway')];
const policy: PolicySpec = {
  podSelector: { matchLabels: { component: 'accounts' } },
  ingress: [
    { ports: [{ port: 'http' }], from: [{ podSelector: { matchLabels: { component: 'gateway' } } }] },
  ],
  egress: [
    { ports: [{ port: 53, protocol: 'UDP' }] },
    { ports: [{ port: 5432 }] },
    { ports: [{ port: 443 }], to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] } }] },
  ],
};

/** The rules of one chain. */
function rulesOf(table: string, chain: string): string[] {
  const lines = table.split('\n').map((line) => line.trim());
  const begin = lines.indexOf(`chain ${chain} {`) + 2;
  return lines.slice(begin, lines.indexOf('}', begin));
}

it('a pod that a policy selects is reached by its peers at its named port, by the node, and by nobody else', () => {
  expect(rulesOf(filterTable(accounts, [policy], [accounts, ...gateways], NODE), 'incoming')).toEqual([
    'iif lo accept',
    'ct state established,related accept',
    'ip saddr 10.244.0.1 accept',
    'ip saddr { 10.244.1.2, 10.244.1.3 } tcp dport 8080 accept',
    'drop',
  ]);
});

it('it reaches every address where a rule names no peer, and none of the exceptions of a block', () => {
  expect(
    rulesOf(filterTable(accounts, [policy], [accounts, ...gateways], NODE), 'outgoing').slice(2),
  ).toEqual([
    'ct mark 7 accept',
    'udp dport 53 accept',
    'tcp dport 5432 accept',
    'ip daddr 0.0.0.0/0 ip daddr != { 10.0.0.0/8 } tcp dport 443 accept',
    'drop',
  ]);
});

it('a rule whose peers are not there lets nobody in, instead of everybody', () => {
  const rules = rulesOf(filterTable(accounts, [policy], [accounts], NODE), 'incoming');
  expect(rules.slice(2)).toEqual(['ip saddr 10.244.0.1 accept', 'drop']);
});

it('a pod that no policy selects is open, as in Kubernetes', () => {
  const table = filterTable(gateways[0] as Address, [policy], [accounts, ...gateways], NODE);
  expect(table).not.toMatch(/^\s*drop$/m);
});

it('a partition drops what is sent to and comes from the other side, connections that are open included', () => {
  const table = filterTable(accounts, [], [accounts], { ...NODE, cut: ['10.244.200.1'] });
  expect(rulesOf(table, 'incoming').slice(1, 3)).toEqual([
    'ip saddr { 10.244.200.1 } drop',
    'ct state established,related accept',
  ]);
  expect(rulesOf(table, 'outgoing')[1]).toBe('ip daddr { 10.244.200.1 } drop');
});

it('connections to a Service are spread over its ready pods, and refused where there is none', () => {
  const targets = gateways.map(({ ip }) => ({ ip, port: 8080 }));
  const table = serviceTable([
    { ip: '10.96.0.1', port: 80, targets },
    { ip: '10.96.0.2', port: 80, targets: [] },
  ]);
  expect(rulesOf(table, 'destinations')).toEqual([
    'ip daddr 10.96.0.1 tcp dport 80 dnat ip to numgen random mod 2 map { 0 : 10.244.1.2 . 8080, 1 : 10.244.1.3 . 8080 }',
  ]);
  expect(rulesOf(table, 'refusals')).toEqual(['ip daddr 10.96.0.2 tcp dport 80 reject with tcp reset']);
});

it('rules are replaced without taking a chain away, which would leave open connections untranslated', () => {
  const text = replacing(serviceTable([]));
  expect(text.split('\n').slice(0, 2)).toEqual(['table ip services', 'flush table ip services']);
  expect(text).not.toContain('delete');
});
