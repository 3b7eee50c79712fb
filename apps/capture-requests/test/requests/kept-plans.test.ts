import { keptPlanFaults } from '@capture/service-testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;
beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('what a request and its events take reads no table as a whole, whenever its plans were made', async () => {
  const integrator = new Integrator(service);
  const faults = await keptPlanFaults(service.databaseUrl, async () => {
    const { id } = await integrator.create({ release: RELEASE });
    await integrator.call('GET', `/${id}`);
    await service.idleOutbox();
  });
  expect(faults).toEqual([]);
});
