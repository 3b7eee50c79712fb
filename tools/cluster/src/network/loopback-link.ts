// Black-box tests start webhook receivers on the node's 127.0.0.1. A pod that connects to 127.0.0.1 would reach itself, so its
// connections are redirected to the node.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadRules, NODE_IP } from './namespaces.js';
import { PAST_POLICIES } from './rules.js';

const run = promisify(execFile);
/** Above the ports that pods listen on themselves. */
const PORTS = '10000-65535';
const SWITCH = '/proc/sys/net/ipv4/conf/all/route_localnet';
const table = (chains: string): string => `table ip receivers {\n${chains}\n}`;

/** Lets pods that are linked reach the node's loopback on those ports. Call it once in a run. */
export async function openLoopback(): Promise<void> {
  await run('sh', ['-c', `echo 1 > ${SWITCH}`]);
  const to = `iifname "pods" ip daddr ${NODE_IP} tcp dport ${PORTS} dnat to 127.0.0.1`;
  await loadRules(table(`  chain arriving { type nat hook prerouting priority -100; ${to}; }`));
}

/** Redirects what a pod sends to its own loopback on those ports to the node, past all policies. */
export async function linkLoopback(namespace: string): Promise<void> {
  await run('ip', ['netns', 'exec', namespace, 'sh', '-c', `echo 1 > ${SWITCH}`]);
  const to = `ip daddr 127.0.0.1 tcp dport ${PORTS} ct mark set ${PAST_POLICIES} dnat to ${NODE_IP}`;
  const chains = [
    `  chain leaving { type nat hook output priority -100; ${to}; }`,
    `  chain sending { type nat hook postrouting priority 100; ct mark ${PAST_POLICIES} masquerade; }`,
  ];
  await loadRules(table(chains.join('\n')), namespace);
}
