import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Manifest } from '../helm/helm.js';
import { typeErrors } from './kubernetes-types.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const metadata = { name: 'planted' };
const container = { name: 'one', image: 'one' };
const deployment = (inner: object, more = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ ...container, ...inner }], ...more },
    },
  },
});

const PLANTED: [string, Manifest][] = [
  ['imagePullPolice', deployment({ imagePullPolice: 'Always' })],
  ['terminationGracePeriod', deployment({}, { terminationGracePeriod: 30 })],
  ['readOnlyRootFilesystem', deployment({ securityContext: { readOnlyRootFilesystem: 'yes' } })],
  [
    'podSelectors',
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: { podSelector: {}, podSelectors: {} },
    },
  ],
  [
    'scaleTarget',
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata,
      spec: { scaleTarget: {}, scaleTargetRef: { name: 'a' }, triggers: [] },
    },
  ],
  [
    'hostname',
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata,
      spec: { hostname: ['a.example'] },
    },
  ],
  [
    'endpoint',
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata,
      spec: { selector: {}, endpoints: [], endpoint: [] },
    },
  ],
];

it('members that Kubernetes does not know, and values of another kind, are found in every group', () => {
  const errors = typeErrors(
    FOLDER,
    PLANTED.map(([, manifest]) => manifest),
  );
  for (const [member] of PLANTED) expect(errors.filter((error) => error.includes(member))).not.toEqual([]);
  expect(errors).toHaveLength(PLANTED.length);
  expect(typeErrors(FOLDER, [deployment({ imagePullPolicy: 'Always' })])).toEqual([]);
}, 60_000);
