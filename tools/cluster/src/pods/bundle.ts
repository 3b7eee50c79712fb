// The OCI bundle of a container: what its manifest and its image say, as runc reads it.
import type { Container, PodSpec } from '../manifests/types.js';

export interface ImageConfig {
  Env?: string[];
  Entrypoint?: string[];
  Cmd?: string[];
  WorkingDir?: string;
}

export interface BundleInput {
  container: Container;
  pod: PodSpec;
  image: { root: string; config: ImageConfig };
  env: Record<string, string>;
  hostname: string;
  network: string;
  /** Files of the pod on the node by their path in the container. */
  files: Record<string, string>;
  seccomp: object;
}

const UNITS: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Bytes of a quantity such as `256Mi`. */
export function bytesOf(quantity: string): number {
  const [, number, unit = ''] = /^(\d+)(Ki|Mi|Gi)?$/.exec(quantity) ?? [];
  if (number === undefined) throw new Error(`${quantity} is not known here as a quantity`);
  return Number(number) * (unit === '' ? 1 : (UNITS[unit] ?? 1));
}

/** `command` stands for the image's entry point, `args` for its command, and `command` alone for both. */
export function argvOf({ command, args }: Container, { Entrypoint = [], Cmd = [] }: ImageConfig): string[] {
  if (command !== undefined) return [...command, ...(args ?? [])];
  return [...Entrypoint, ...(args ?? Cmd)];
}

interface Mount {
  destination: string;
  type: string;
  source: string;
  options: string[];
}

const SYSTEM_MOUNTS: Mount[] = [
  { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
  {
    destination: '/dev',
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'strictatime', 'mode=755', 'size=65536k'],
  },
  {
    destination: '/dev/shm',
    type: 'tmpfs',
    source: 'shm',
    options: ['nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'],
  },
  { destination: '/sys', type: 'sysfs', source: 'sysfs', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
];

/** An emptyDir lies in memory here, and its limit is a hard one. */
function volumeMounts({ container, pod }: BundleInput): Mount[] {
  return (container.volumeMounts ?? []).map(({ name, mountPath }) => {
    const volume = (pod.volumes ?? []).find((one) => one.name === name);
    if (volume === undefined)
      throw new Error(`container ${container.name} mounts ${name}, which is no volume of its pod`);
    const { sizeLimit } = volume.emptyDir;
    const size = sizeLimit === undefined ? [] : [`size=${bytesOf(sizeLimit)}`];
    const options = ['nosuid', 'nodev', 'mode=2777', `gid=${pod.securityContext.fsGroup}`, ...size];
    return { destination: mountPath, type: 'tmpfs', source: 'tmpfs', options };
  });
}

const MASKED = [
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/sched_debug',
  '/sys/firmware',
];
const READ_ONLY = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

/** config.json: no user but the manifest's, no capability, no new privileges, nothing to write to but volumes. */
export function bundleOf(input: BundleInput): object {
  const { container, pod, image, env, hostname, network, files, seccomp } = input;
  const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  const bound = Object.entries(files).map(([destination, source]) => ({
    destination,
    type: 'bind',
    source,
    options: ['bind', 'ro'],
  }));
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid: runAsUser, gid: runAsGroup, additionalGids: [fsGroup] },
      args: argvOf(container, image.config),
      // Of two lines with one name the last one counts.
      env: [...(image.config.Env ?? []), `HOSTNAME=${hostname}`, ...given],
      cwd: image.config.WorkingDir ?? '/',
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: image.root, readonly: true },
    hostname,
    mounts: [...SYSTEM_MOUNTS, ...volumeMounts(input), ...bound],
    linux: {
      namespaces: [
        ...['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
        { type: 'network', path: network },
      ],
      maskedPaths: MASKED,
      readonlyPaths: READ_ONLY,
      seccomp,
    },
  };
}
