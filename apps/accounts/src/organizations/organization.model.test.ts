import { expect, it } from 'vitest';
import { changed, newOrganization } from './organization.model.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = new Date('2026-02-01T00:00:00.000Z');
const made = newOrganization('org_1', 'Acme', 'team', now);

it('a change raises the revision by one and tells what changed', () => {
  const { organization, changes } = changed(made, { paused: true, plan: 'team' }, later);
  expect(changes).toEqual({ paused: true });
  expect(organization).toEqual({ ...made, paused: true, revision: 2, updatedAt: later });
});

it('null sets an override back, and differs from leaving it out', () => {
  const { organization } = changed(made, { allowanceSec: 60, retentionDays: 30 }, later);
  expect(changed(organization, { allowanceSec: null }, later).organization).toMatchObject({
    allowanceSec: null,
    retentionDays: 30,
    revision: 3,
  });
});

it('what changes nothing is no change: the same organization comes back', () => {
  expect(changed(made, { name: 'Acme', retentionDays: null }, later)).toEqual({
    organization: made,
    changes: {},
  });
  expect(changed(made, {}, later).organization).toBe(made);
});
