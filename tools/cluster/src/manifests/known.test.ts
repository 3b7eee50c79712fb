import { fileURLToPath } from 'node:url';
import { Charts, type Manifest } from '@capture/charts-tool/rendering';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unknownIn } from './known.js';

const charts = new Charts(fileURLToPath(new URL('../../../..', import.meta.url)));
let manifests: Manifest[];

beforeAll(async () => {
  manifests = await charts.render('gateway');
});

afterAll(() => charts.remove());

/** The Deployment of the chart with `change` made to its one container, its pod or itself. */
function changed(change: (parts: { container: object; pod: object; spec: object }) => void): Manifest {
  const found = manifests.find(({ kind }) => kind === 'Deployment');
  const copy = structuredClone(found) as Manifest & {
    spec: { template: { spec: { containers: [object] } } };
  };
  change({ container: copy.spec.template.spec.containers[0], pod: copy.spec.template.spec, spec: copy.spec });
  return copy;
}

it.each(['accounts', 'capture-requests', 'gateway', 'recordings', 'sessions', 'webhooks'])(
  'everything that the chart of %s renders is known',
  async (service) => {
    expect(unknownIn(await charts.render(service))).toEqual([]);
  },
);

it('a member that is not known is refused with its place', () => {
  const container = changed((parts) => Object.assign(parts.container, { workingDir: '/srv' }));
  const path = 'Deployment gateway.spec.template.spec.containers[0]';
  expect(unknownIn([container])).toEqual([`${path}.workingDir is not known here`]);
  const pod = changed((parts) => Object.assign(parts.pod, { hostNetwork: true }));
  expect(unknownIn([pod])).toEqual(['Deployment gateway.spec.template.spec.hostNetwork is not known here']);
});

it('a kind that is not known is refused by its name', () => {
  const manifest = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' } };
  expect(unknownIn([manifest])).toEqual(['DaemonSet agent is not known here']);
});

it.each([
  ['allowPrivilegeEscalation', true],
  ['readOnlyRootFilesystem', false],
  ['capabilities.drop', []],
])('a container whose %s is %j is refused: it would have more rights than it says', (member, value) => {
  const rights = {
    allowPrivilegeEscalation: member === 'allowPrivilegeEscalation' ? value : false,
    readOnlyRootFilesystem: member === 'readOnlyRootFilesystem' ? value : true,
    capabilities: { drop: member === 'capabilities.drop' ? value : ['ALL'] },
  };
  const path = 'Deployment gateway.spec.template.spec.containers[0].securityContext';
  const manifest = changed(({ container }) => Object.assign(container, { securityContext: rights }));
  expect(unknownIn([manifest])).toEqual([
    `${path}.${member} is ${JSON.stringify(value)}, which is not known here`,
  ]);
});

it('a container that does not say what it may do is refused', () => {
  const silent = changed(({ container }) => Object.assign(container, { securityContext: undefined }));
  expect(unknownIn([silent])).toContain(
    'Deployment gateway.spec.template.spec.containers[0].securityContext is missing',
  );
});
