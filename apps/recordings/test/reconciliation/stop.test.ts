import { setImmediate } from 'node:timers/promises';
import { JobScheduler } from '@capture/platform';
import { newId } from '@capture/contracts';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { ReconciliationJobs } from '../../src/reconciliation/reconciliation.jobs.js';
import { partKey } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { UploadRepository, type UploadRow } from '../../src/takes/upload.repository.js';
import { RecordingsUnderTest } from '../fixtures/service.js';

describe('a process that stops ends its comparison of the store', () => {
  let service: RecordingsUnderTest;
  let run: () => Promise<void>;
  beforeEach(async () => {
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_ORPHAN_GRACE_SEC: '0' });
    const scheduler = service.app.get(JobScheduler);
    run = () => scheduler.runNow(ReconciliationJobs, 'reconcile');
    // The store has its marker from then on.
    await run();
  });

  /** Resolves once `look` was called more than once, with the stop that begins then. */
  async function stopWhile(look: { mock: { calls: unknown[] } }): Promise<void> {
    const running = run();
    while (look.mock.calls.length < 2) await setImmediate();
    await Promise.all([service.stop(), running]);
  }

  it('among the blobs, however many there are', async () => {
    const sha256 = '0'.repeat(64);
    const next = vi.fn(async () => {
      await setImmediate();
      const key = partKey(newId('organization'), newId('upload'), { number: 1, sha256 });
      return { key, sizeBytes: 1, modifiedAt: new Date(0) };
    });
    vi.spyOn(service.app.get(ObjectStore), 'list').mockImplementation(async function* (prefix) {
      while (prefix === undefined) yield await next();
    });
    await stopWhile(next);
    expect(next).toHaveBeenCalled();
  });

  it('among the uploads, however many there are', async () => {
    const uploads = service.app.get(UploadRepository);
    const upload = {
      id: newId('upload'),
      organizationId: newId('organization'),
      state: 'open',
      fileKey: null,
    };
    const page = vi
      .spyOn(uploads, 'heldAfter')
      .mockImplementation((_last, count) =>
        Promise.resolve(Array.from({ length: count }, () => upload as UploadRow)),
      );
    await stopWhile(page);
    expect(page).toHaveBeenCalled();
  });
});
