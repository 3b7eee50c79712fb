import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TakeJobs } from '../../src/takes/take.jobs.js';
import { Integrator } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('disposal', () => {
  it('takes that nobody resumed are removed with their uploads after 14 days, not before', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    service.fakes.uploads.get(takeId.replace('tke_', 'upl_'))?.storedParts.push(1);
    const day = 86_400;
    service.clock.advance(13 * day);
    await service.runJob(TakeJobs, 'removeExpired');
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(200);
    service.clock.advance(day + 1);
    await service.runJob(TakeJobs, 'removeExpired');
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(401);
    await until('the upload is aborted', () =>
      service.fakes.aborted.includes(takeId.replace('tke_', 'upl_')),
    );
  });

  it('an accepted take is remembered for 30 days, so that a lost answer is given again; its submission stays', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    const { body } = await person.complete(takeId);
    const day = 86_400;
    service.clock.advance(30 * day - 60);
    await service.runJob(TakeJobs, 'removeAccepted');
    expect((await person.complete(takeId)).body).toEqual(body);
    service.clock.advance(120);
    await Promise.all([1, 2].map(() => service.runJob(TakeJobs, 'removeAccepted')));
    expect((await person.complete(takeId)).status).toBe(401);
    const list = await integrator.call<{ data: { id: string }[] }>('GET', `/${request.id}/submissions`);
    expect(list.body.data.map(({ id: submissionId }) => submissionId)).toEqual([body.submissionId]);
  });

  it('a replaced take is remembered as long, so that it never comes back over the newer one', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen({ respondentId: 'r' });
    await person.complete(takeId);
    await person.submit({ respondentId: 'r' });
    service.clock.advance(30 * 86_400 - 60);
    for (const job of ['removeExpired', 'removeAccepted'] as const) await service.runJob(TakeJobs, job);
    expect((await person.complete(takeId)).body.code).toBe('superseded');
    service.clock.advance(120);
    await service.runJob(TakeJobs, 'removeAccepted');
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
  });
});
