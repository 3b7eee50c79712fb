import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { PartRepository } from '../../src/takes/part.repository.js';
import { UploadRepository } from '../../src/takes/upload.repository.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('bytes that another process counts stay, also when complete begins while an older grant of them is refused', async () => {
  const take = new Uploader(service, REAL_TAKE);
  await take.open();
  const grant = await take.grant(1);
  const [uploads, parts] = [service.app.get(UploadRepository), service.app.get(PartRepository)];
  const [findById, record] = [uploads.findById.bind(uploads), parts.record.bind(parts)];
  const ofPart = 'WHERE upload_id = $1 AND number = 1';
  vi.spyOn(parts, 'record').mockImplementationOnce(async (uploadId, part, now) => {
    await service.sql(`UPDATE upload_part SET generation = generation + 1 ${ofPart}`, uploadId);
    const counted = await record(uploadId, part, now);
    vi.spyOn(uploads, 'findById').mockImplementationOnce(async (id) => {
      await service.sql(
        `UPDATE upload_part SET size = $2, sha256 = $3, stored_at = now() ${ofPart}`,
        ...[id, part.size, part.sha256],
      );
      await service.sql(`UPDATE upload SET state = 'processing' WHERE id = $1`, id);
      return findById(id);
    });
    return counted;
  });
  expect((await take.put(grant)).status).toBe(409);
  expect(await blobsOf(service, take.ref)).toHaveLength(1);
});
