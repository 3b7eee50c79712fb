import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CaptureRequestJobs } from '../../src/requests/capture-request.jobs.js';
import { Integrator, type Request } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), {
    instances: 2,
    env: { CAPTURE_DEADLINES_EVERY_MS: '20' },
  });
});
afterAll(() => service.stop());

async function runAll(): Promise<void> {
  await Promise.all(
    service.instances.map((instance) => service.runJob(CaptureRequestJobs, 'closeDue', instance)),
  );
}

describe('deadlines', () => {
  it('scenario 58: two schedulers and a jumping clock close each request once, at its deadline', async () => {
    const integrator = new Integrator(service);
    const hour = 3600;
    const made: Request[] = [];
    for (let count = 0; count < 30; count += 1) {
      const deadlineAt = new Date(service.clock.now().getTime() + hour * 1000 + count).toISOString();
      made.push(await integrator.create({ deadlineAt, metadata: { count } }));
    }
    for (const jump of [2 * hour, -3 * hour, 4 * hour, -3 * hour, 2 * hour]) {
      service.clock.advance(jump);
      await runAll();
    }
    for (const { id, deadlineAt } of made) {
      const { body } = await integrator.call('GET', `/${id}`);
      expect(body).toMatchObject({ status: 'closed', closedReason: 'deadline_passed', closedAt: deadlineAt });
      const events = await service.awaitEvents(id, 'capture_request.closed');
      expect(events.map(({ data }) => data['reason'])).toEqual(['deadline_passed']);
    }
  });

  it('a close by the API that comes after the deadline does not rewrite why', async () => {
    const integrator = new Integrator(service);
    const deadlineAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const request = await integrator.create({ deadlineAt });
    service.clock.advance(3600);
    const { body } = await integrator.call('POST', `/${request.id}/close`);
    expect(body).toMatchObject({ closedReason: 'deadline_passed', closedAt: deadlineAt });
  });

  it('leave drafts alone', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({
      status: 'draft',
      deadlineAt: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
    });
    service.clock.advance(3600);
    await runAll();
    const launched = await integrator.call('PATCH', `/${request.id}`, { status: 'active' });
    expect([launched.status, launched.body['field']]).toEqual([400, 'deadlineAt']);
    expect((await integrator.call('GET', `/${request.id}`)).body['status']).toBe('draft');
  });
});
