import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Integrator } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('a respondent sees who is asking as accounts said it last; an event that comes late changes nothing', async () => {
  const integrator = new Integrator(service);
  const { organizationId } = integrator.key;
  const request = await integrator.create();
  const { link } = await integrator.invite(request.id);
  const ada = new Respondent(service, link);
  const seen = async (): Promise<unknown> => (await ada.call('GET', link.path)).body['organization'];
  const seenAs = (organization: object): Promise<unknown> =>
    until('the respondent to see it', async () => {
      const now = await seen();
      return JSON.stringify(now) === JSON.stringify(organization);
    });

  await service.updateOrganization(organizationId, 1, {});
  await seenAs({ name: 'Org', logoUrl: null, colour: null });
  const logo = 'a'.repeat(64);
  const branding = { name: 'Org Research', colour: '#0b5fff', logo };
  await service.updateOrganization(organizationId, 3, { branding });
  const expected = { name: 'Org Research', colour: '#0b5fff' };
  await until(
    'the branding to be there',
    async () => ((await seen()) as { colour: unknown }).colour !== null,
  );
  const { logoUrl, ...rest } = (await seen()) as { logoUrl: string };
  expect(rest).toEqual(expected);
  expect(logoUrl).toMatch(new RegExp(`^https?://[^/]+/api/v1/logos/${logo}$`));

  await service.updateOrganization(organizationId, 2, {});
  await service.updateOrganization(organizationId, 4, { branding: { ...branding, name: 'Last' } });
  await seenAs({ name: 'Last', logoUrl, colour: '#0b5fff' });
});
