import type { OrganizationUpdated } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationDto } from '../../src/organizations/organization.dto.js';
import type { CreatedOrganizationDto } from '../../src/provisioning/provisioning.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

describe('creating an organization', () => {
  it('answers it with what its plan gives, and always makes an owner', async () => {
    const body = { name: 'Acme', plan: 'team', ownerEmail: 'Ada@Acme.example' };
    const { status, body: made } = await service.call<CreatedOrganizationDto>('POST', ORGS, { body });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      name: 'Acme',
      plan: 'team',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
      limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
      paused: false,
      allowance: { includedSec: 360_000, overridden: false },
      retentionDays: null,
      owner: { email: 'ada@acme.example', role: 'owner', removedAt: null },
    });
    const { body: read } = await service.call<OrganizationDto>('GET', `${ORGS}/${made.id}`);
    expect({ ...read, owner: made.owner }).toEqual(made);
  });

  it('without an owner address makes one under an address that takes no mail', async () => {
    const body = { name: 'Nobody', plan: 'free' };
    const { body: made } = await service.call<CreatedOrganizationDto>('POST', ORGS, { body });
    expect(made.owner.email).toMatch(/\.invalid$/);
  });

  it('states the whole organization as an event of revision 1', async () => {
    const { id } = await service.organization('platform');
    const [event] = await service.eventsUntil(id, 'organization.updated', 1);
    expect(event?.data).toEqual({
      name: 'Acme',
      plan: 'platform',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks', 'consent_evidence'],
      limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
      paused: false,
      retentionDays: null,
      branding: { name: 'Acme', colour: null, logo: null },
      revision: 1,
    } satisfies OrganizationUpdated);
  });

  it('names the bad field: unknown plan, missing name, bad address, field of its own making', async () => {
    const post = (body: object) => service.refused('POST', ORGS, { body });
    const cases: [object, string, string][] = [
      [{ name: 'A', plan: 'gold' }, 'plan', 'not_allowed'],
      [{ plan: 'team' }, 'name', 'required'],
      [{ name: 'A', plan: 'team', ownerEmail: 'nobody' }, 'ownerEmail', 'format'],
      [{ name: 'A', plan: 'team', revision: 7 }, 'revision', 'unknown_field'],
    ];
    for (const [body, field, code] of cases) {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field } });
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }));
    }
  });
});
