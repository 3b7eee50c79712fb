import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DisposalJobs } from '../../src/disposals/disposal.jobs.js';
import { Integrator } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('disposal', () => {
  it('is repeated until the recordings service has confirmed it', async () => {
    const integrator = new Integrator(service);
    const { link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    await person.submit({ respondentId: 'r' });
    const before = service.fakes.deleted.length;
    service.fakes.before = on('recordings.delete', unavailable);
    await person.submit({ respondentId: 'r' });
    service.fakes.reset();
    service.clock.advance(15 * 60);
    await until('the footage is gone', async () => {
      await service.runJob(DisposalJobs, 'disposeDue');
      return service.fakes.deleted.length > before;
    });
    expect(await service.rows('SELECT 1 FROM disposal')).toEqual([]);
  });
});
