import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eventTypesOf, readRecording } from '../fixtures/recordings.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

function room() {
  const [organizationId, sessionId] = [newId('organization'), newId('session')];
  return {
    organizationId,
    take: () =>
      new Uploader(service, REAL_TAKE, organizationId, {
        sessionId,
        participantId: newId('participant'),
        isGuest: true,
        takeNumber: 1,
        sizeBytes: null,
      }),
    promote: () => service.send('recordings.promote_session', { organizationId, sessionId }),
    read: (recordingId: string | null) => readRecording(service, organizationId, recordingId ?? ''),
    types: () => eventTypesOf(service, organizationId),
  };
}

describe('a track of a session that was opened and has sent nothing yet', () => {
  it('makes the recording of a session whose end had found nothing, without another end', async () => {
    const { take, promote, read, types } = room();
    expect(await promote()).toMatchObject({ promotion: 'empty' });
    const late = take();
    await late.open();
    const again = await promote();
    expect(again).toMatchObject({ promotion: 'existing' });
    expect(await read(again.recordingId)).toMatchObject({
      status: 'partial',
      expectedTrackCount: 1,
      tracks: [{ state: 'uploading' }],
    });
    await until('recording.created', () => types().includes('recording.created'));
  });

  it('stands in the recording that is in the library already, which is partial until it has landed', async () => {
    const { take, promote, read } = room();
    await take().land();
    const { recordingId } = await promote();
    expect(await read(recordingId)).toMatchObject({ status: 'complete' });
    const late = take();
    await late.open();
    const partial = await read(recordingId);
    expect(partial).toMatchObject({ status: 'partial', expectedTrackCount: 2 });
    expect(partial.tracks.map(({ state }) => state)).toEqual(['available', 'uploading']);
    await late.sendAll();
    await late.complete();
    expect(await read(recordingId)).toMatchObject({ status: 'complete', expectedTrackCount: 2 });
  });

  it('has failed in the recording once its upload was given up', async () => {
    const { take, promote, read } = room();
    await take().land();
    const lost = take();
    await lost.open();
    const { recordingId } = await promote();
    await service.send('recordings.abort_upload', lost.ref);
    expect((await read(recordingId)).tracks.map(({ state }) => state)).toEqual(['available', 'failed']);
  });
});
