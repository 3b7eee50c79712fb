import { keptPlanFaults } from '@capture/service-testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
  });
});
afterAll(() => service.stop());

it('what a part takes reads no table as a whole, whenever its plans were made', async () => {
  const take = new Uploader(service, noiseTake(2 * PART + 100));
  const faults = await keptPlanFaults(service.sandbox.databaseUrl, async () => {
    await take.open();
    for (const { number } of take.parts) expect((await take.put(await take.grant(number))).status).toBe(204);
    // Those that count already need none.
    expect(await take.grants(take.parts)).toEqual(take.parts.map(({ number }) => ({ number, stored: true })));
  });
  expect(faults).toEqual([]);
});

it('a grant writes no row of an upload that its device asked about less than a tenth of the silence that strands it ago', async () => {
  const take = new Uploader(service, noiseTake(PART));
  await take.open();
  const written = () => service.sql('SELECT xmin::text FROM upload WHERE id = $1', take.ref.uploadId);
  const opened = await written();
  service.clock.advance(89);
  await take.grant(1);
  expect(await written()).toEqual(opened);
  service.clock.advance(1);
  await take.grant(1);
  expect(await written()).not.toEqual(opened);
});
