import { expect, it } from 'vitest';
import type { Container, PodSpec } from '../manifests/types.js';
import { argvOf, bundleOf, bytesOf, type BundleInput } from './bundle.js';
import { environmentOf } from './environment.js';
import { Threshold } from './probe.js';
import { withoutCapabilities } from './seccomp.js';

const container: Container = {
  name: 'accounts',
  image: 'capture/accounts:0.1.0',
  args: ['serve'],
  volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
};
const pod: PodSpec = {
  containers: [container],
  securityContext: { runAsUser: 65532, runAsGroup: 65532, fsGroup: 65533 },
  volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '256Mi' } }],
};
const input: BundleInput = {
  container,
  pod,
  image: {
    root: '/images/a',
    config: { Env: ['PATH=/usr/bin'], Entrypoint: ['node', 'a.mjs'], Cmd: ['x'], WorkingDir: '/app' },
  },
  env: { LOG_LEVEL: 'info' },
  hostname: 'accounts-1',
  network: '/run/netns/accounts-1',
  files: { '/etc/resolv.conf': '/run/resolv.conf' },
  seccomp: { defaultAction: 'SCMP_ACT_ERRNO' },
};

it('a container runs as the user of its manifest, without a capability, on a root that it cannot write to', () => {
  const config = bundleOf(input) as Record<string, never> & {
    process: {
      user: object;
      capabilities: Record<string, string[]>;
      noNewPrivileges: boolean;
      args: string[];
    };
    root: { readonly: boolean };
    linux: { namespaces: object[]; seccomp: object };
    mounts: { destination: string; options: string[] }[];
  };
  expect(config.process.user).toEqual({ uid: 65532, gid: 65532, additionalGids: [65533] });
  expect(Object.values(config.process.capabilities).flat()).toEqual([]);
  expect(config.process.noNewPrivileges).toBe(true);
  expect(config.root.readonly).toBe(true);
  expect(config.process.args).toEqual(['node', 'a.mjs', 'serve']);
  expect(config.linux.seccomp).toEqual(input.seccomp);
  expect(config.linux.namespaces).toContainEqual({ type: 'network', path: '/run/netns/accounts-1' });
  const tmp = config.mounts.find(({ destination }) => destination === '/tmp');
  expect(tmp?.options).toContain(`size=${256 * 2 ** 20}`);
});

it('command stands for the entry point of the image, args for its command', () => {
  const image = { Entrypoint: ['node'], Cmd: ['serve'] };
  const argv = (given: Partial<Container>): string[] => argvOf({ name: 'a', image: 'a', ...given }, image);
  expect(argv({})).toEqual(['node', 'serve']);
  expect(argv({ args: ['migrate'] })).toEqual(['node', 'migrate']);
  expect(argv({ command: ['sh'] })).toEqual(['sh']);
  expect(argv({ command: ['sh'], args: ['-c'] })).toEqual(['sh', '-c']);
});

it('a mount of what is no volume of the pod is refused, and so is a quantity that is not known', () => {
  const volumeMounts = [{ name: 'store', mountPath: '/store' }];
  expect(() => bundleOf({ ...input, container: { ...container, volumeMounts } })).toThrow(
    'store, which is no volume',
  );
  expect(() => bytesOf('1e3')).toThrow('1e3 is not known');
});

const sources = {
  configMaps: new Map([['settings', { A: '1', B: '1' }]]),
  secrets: new Map([['vault', { KEY: 'secret' }]]),
  fields: { 'status.podIP': '10.244.1.1' },
};

it('own entries of the environment come before those of a ConfigMap', () => {
  const env = [
    { name: 'B', value: '2' },
    { name: 'C', valueFrom: { secretKeyRef: { name: 'vault', key: 'KEY' } } },
    { name: 'D', valueFrom: { secretKeyRef: { name: 'vault', key: 'ABSENT', optional: true } } },
    { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
  ];
  const given = environmentOf(
    { ...container, env, envFrom: [{ configMapRef: { name: 'settings' } }] },
    sources,
  );
  expect(given).toEqual({ A: '1', B: '2', C: 'secret', IP: '10.244.1.1' });
});

it('a container whose Secret or ConfigMap is not there does not start, and names it', () => {
  const env = [{ name: 'A', valueFrom: { secretKeyRef: { name: 'vault', key: 'ABSENT' } } }];
  expect(() => environmentOf({ ...container, env }, sources)).toThrow('no key ABSENT in Secret vault');
  const envFrom = [{ configMapRef: { name: 'absent' } }];
  expect(() => environmentOf({ ...container, envFrom }, sources)).toThrow('no ConfigMap absent');
});

it('a probe fails after as many failures in a row as its threshold, and passes with one success', () => {
  const threshold = new Threshold(2);
  expect([false, true, false, false].map((success) => threshold.after(success))).toEqual([
    undefined,
    true,
    undefined,
    false,
  ]);
});

it('the system calls that need a capability, or another processor, are not allowed', () => {
  const profile = {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 38,
    syscalls: [
      { names: ['read'], action: 'SCMP_ACT_ALLOW', args: [] },
      { names: ['mount'], action: 'SCMP_ACT_ALLOW', includes: { caps: ['CAP_SYS_ADMIN'] } },
      { names: ['mount'], action: 'SCMP_ACT_ERRNO', errnoRet: 1, excludes: { caps: ['CAP_SYS_ADMIN'] } },
      { names: ['s390_pci_mmio_read'], action: 'SCMP_ACT_ALLOW', includes: { arches: ['s390x'] } },
    ],
  };
  expect(withoutCapabilities(profile, 'amd64')).toMatchObject({
    syscalls: [
      { names: ['read'], action: 'SCMP_ACT_ALLOW' },
      { names: ['mount'], action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
    ],
  });
});
