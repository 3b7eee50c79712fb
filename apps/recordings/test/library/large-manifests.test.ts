import { newId } from '@capture/contracts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readRecording } from '../fixtures/recordings.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('an answer has as many manifests as fit into 64 MiB, so that a guest with very many tracks ends no process', async () => {
  const [organizationId, sessionId] = [newId('organization'), newId('session')];
  let recordingId = '';
  for (const takeNumber of [1, 2, 3]) {
    const about = {
      sessionId,
      participantId: newId('participant'),
      isGuest: true,
      takeNumber,
      sizeBytes: null,
    };
    ({ recordingId } = await new Uploader(service, REAL_TAKE, organizationId, about).land());
  }
  await service.send('recordings.promote_session', { organizationId, sessionId });
  await service.sql(
    `UPDATE track SET manifest = '{"note":"' || repeat('a', 30 * 1024 * 1024) || '"}' WHERE recording_id = $1`,
    recordingId,
  );
  const { status, tracks } = await readRecording(service, organizationId, recordingId);
  expect(status).toBe('complete');
  expect(tracks.map(({ state, captureManifest }) => [state, captureManifest !== null])).toEqual([
    ['available', true],
    ['available', true],
    ['available', false],
  ]);
});
