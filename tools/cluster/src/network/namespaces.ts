// A bridge, and a network namespace with an address of its own for everything that hangs on it. All of it lies in the
// network namespace of this process, which was made for this run: it ends with the process.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const NODE_IP = '10.244.0.1';
const BRIDGE = 'pods';

const ip = (...args: string[]): Promise<unknown> => run('ip', args);

/** The path by which a container joins the namespace. */
export const pathOf = (name: string): string => `/run/netns/${name}`;

/** The node itself: its address, which probes come from, and the bridge. */
export async function makeNode(): Promise<void> {
  await ip('link', 'set', 'lo', 'up');
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  // Without an address of its own it takes over that of a pod, and another one's when that pod goes: whoever knows the former
  // one then talks to nobody until it has forgotten it.
  await ip('link', 'set', BRIDGE, 'address', '02:00:0a:f4:00:01');
  await ip('addr', 'add', `${NODE_IP}/16`, 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
  // Addresses of Services are not those of a link; a route makes their packets be made at all.
  await ip('route', 'add', '10.96.0.0/16', 'dev', BRIDGE);
}

let links = 0;

export async function addNamespace(name: string, address: string): Promise<void> {
  const outer = `veth${++links}`;
  await ip('netns', 'add', name);
  await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', outer, 'master', BRIDGE, 'up');
  await ip('-n', name, 'addr', 'add', `${address}/16`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  await ip('-n', name, 'route', 'add', 'default', 'via', NODE_IP);
  await followLoosely(name);
}

/**
 * A packet that comes out of order, as on a busy machine, would else count as none of its connection: the rules would drop it and
 * all that follow. Proxies of Kubernetes know the same switch as `tcpBeLiberal`.
 */
async function followLoosely(name: string): Promise<void> {
  const setting = '/proc/sys/net/netfilter/nf_conntrack_tcp_be_liberal';
  await run('ip', ['netns', 'exec', name, 'sh', '-c', `echo 1 > ${setting}`]);
}

export async function removeNamespace(name: string): Promise<void> {
  await ip('netns', 'del', name);
}

/** Loads rules of nftables in a namespace, or in the node's without a name. */
export function loadRules(rules: string, name?: string): Promise<void> {
  const [command, args] =
    name === undefined ? ['nft', ['-f', '-']] : ['ip', ['netns', 'exec', name, 'nft', '-f', '-']];
  return new Promise((resolve, reject) => {
    const child = spawn(command as string, args as string[], { stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new Error(
              `nft refused the rules of ${name ?? 'the node'} (${signal ?? code}): ${said}\n${rules}`,
            ),
          ),
    );
    // One that ends without reading tells why by its exit.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(rules);
  });
}
