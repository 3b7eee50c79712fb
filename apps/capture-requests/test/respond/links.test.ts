import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Request } from '../fixtures/integrator.js';
import { linkOf, Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

async function seen(person: Respondent): Promise<unknown[]> {
  const { status, body } = await person.call('GET', person.link.path);
  return status === 200 ? [200] : [status, body['code']];
}

describe('links', () => {
  it('scenario 51: whatever is guessed, the answer is the same as for a link that never was', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const { link: personal } = await integrator.invite(request.id);
    const other = await new Integrator(service).createOpen();
    const flipped = (key: string, at: number): string =>
      key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
    const guesses = [
      ...Array.from({ length: link.key.length }, (_, at) => ({
        path: link.path,
        key: flipped(link.key, at),
      })),
      { path: link.path, key: personal.key },
      { path: personal.path, key: link.key },
      { path: link.path, key: other.link.key },
      { path: link.path, key: '' },
      { path: link.path, key: `${link.key}x` },
      { path: `/v1/respond/campaigns/${newId('campaign')}`, key: link.key },
      { path: `/v1/respond/contacts/${newId('contact')}`, key: personal.key },
      { path: '/v1/respond/contacts/nobody', key: personal.key },
      { path: `/v1/respond/takes/${newId('take')}`, key: link.key },
    ];
    const answers = new Set<string>();
    for (const guess of guesses) {
      const { status, body } = await new Respondent(service, guess).call('GET', guess.path);
      const { requestId: _differs, ...rest } = body;
      answers.add(JSON.stringify([status, rest]));
    }
    expect([...answers]).toEqual([expect.stringContaining('link_expired')]);
    expect(await seen(new Respondent(service, link))).toEqual([200]);
  });

  it('an API key is no link key', async () => {
    const { link } = await new Integrator(service).createOpen();
    expect((await service.call(keyPrincipal(), 'GET', link.path)).status).toBe(401);
  });

  it('a revoked open link stays dead when another one is made', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const old = new Respondent(service, link);
    await integrator.call('PATCH', `/${request.id}`, { openLink: false });
    expect(await seen(old)).toEqual([401, 'link_expired']);
    const { body } = await integrator.call<{ openLink: { url: string; campaignId: string } }>(
      'PATCH',
      `/${request.id}`,
      { openLink: true },
    );
    expect(body.openLink.campaignId).toBe(request.openLink?.campaignId);
    expect(await seen(old)).toEqual([401, 'link_expired']);
    const key = new URL(body.openLink.url).searchParams.get('k') ?? '';
    expect(await seen(new Respondent(service, { ...link, key }))).toEqual([200]);
  });

  it('revoked in mid-take end it; opened again by the next link it goes on under that one', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const mine = { clientTakeId: 'c-1', respondentId: 'r-1' };
    const takeId = await new Respondent(service, link).mustOpen(mine);
    await integrator.call('PATCH', `/${request.id}`, { openLink: false });
    const { body } = await integrator.call<Request>('PATCH', `/${request.id}`, { openLink: true });
    const person = new Respondent(service, linkOf(body.openLink?.url ?? ''));
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
    expect(await person.mustOpen(mine)).toBe(takeId);
    expect((await person.complete(takeId)).status).toBe(201);
  });

  it('follow the state of the request: draft, active, past its deadline', async () => {
    const integrator = new Integrator(service);
    const deadlineAt = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const { request, link } = await integrator.createOpen({ status: 'draft', deadlineAt });
    const person = new Respondent(service, link);
    expect(await seen(person)).toEqual([409, 'capture_request_not_active']);
    await integrator.call('PATCH', `/${request.id}`, { status: 'active' });
    expect(await seen(person)).toEqual([200]);
    service.clock.advance(60);
    expect(await seen(person)).toEqual([409, 'capture_request_closed']);
  });

  it('are refused while the organization is paused; a late event cannot undo a newer one', async () => {
    const integrator = new Integrator(service);
    const { link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    await service.updateOrganization(integrator.key.organizationId, 5, { paused: true });
    expect(await seen(person)).toEqual([409, 'organization_paused']);
    for (const refused of [await person.open(), await person.complete(takeId)])
      expect(refused.status).toBe(409);
    await service.updateOrganization(integrator.key.organizationId, 4, { paused: false });
    expect(await seen(person)).toEqual([409, 'organization_paused']);
    await service.updateOrganization(integrator.key.organizationId, 6, { paused: false });
    expect(await seen(person)).toEqual([200]);
    expect((await person.complete(takeId)).status).toBe(201);
  });
});
