import type { Manifest } from '@capture/charts-tool/rendering';
import { expect, it } from 'vitest';
import { releaseOf } from './release.js';

const manifest = (name: string, hook?: string, weight = '0'): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    ...(hook !== undefined && { annotations: { 'helm.sh/hook': hook, 'helm.sh/hook-weight': weight } }),
  },
});

it('hooks of the event run before everything else, in the order of their weights', () => {
  const all = [
    manifest('object'),
    manifest('job', 'pre-install,pre-upgrade', '0'),
    manifest('policy', 'pre-install,pre-upgrade', '-5'),
    manifest('first', 'pre-install', '-10'),
    manifest('check', 'test'),
  ];
  const names = (list: Manifest[]): string[] => list.map(({ metadata }) => metadata.name);
  const install = releaseOf(all, 'install');
  expect([names(install.before), names(install.objects), names(install.tests)]).toEqual([
    ['first', 'policy', 'job'],
    ['object'],
    ['check'],
  ]);
  expect(names(releaseOf(all, 'upgrade').before)).toEqual(['policy', 'job']);
});

it('a hook that is not known is refused by its name', () => {
  expect(() => releaseOf([manifest('late', 'post-install')], 'install')).toThrow(
    'ConfigMap late: hook post-install is not known here',
  );
});
