import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { UploadJobs } from '../../src/uploads/upload.jobs.js';
import { eventTypesOf, readRecording } from '../fixtures/recordings.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const read = (organizationId: string, id: string) => readRecording(service, organizationId, id);
const typesOf = (organizationId: string) => eventTypesOf(service, organizationId);

describe("a session's recording", () => {
  const inSession = (organizationId: string, sessionId: string, started: string, takeNumber = 1) => {
    const take = new Uploader(service, REAL_TAKE, organizationId, {
      sessionId,
      participantId: newId('participant'),
      isGuest: true,
      takeNumber,
      sizeBytes: null,
    });
    const manifest = {
      startedAt: started,
      clock: { samples: 8, offsetMs: 0, uncertaintyMs: 4, driftPpm: 1.5 },
    };
    return { take, land: () => take.land({ manifest }) };
  };

  it('aligns picture and sound by what the room’s server measured, each by its own zero', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const starts = [
      { videoStartMs: 1_000_000.25, audioStartMs: 1_000_048.25, offsetUncertaintyMs: 3, driftPpm: -12.5 },
      { videoStartMs: 1_000_100.25, audioStartMs: null, offsetUncertaintyMs: 5, driftPpm: 0 },
    ];
    let recordingId = '';
    for (const [index, timing] of starts.entries()) {
      const { take } = inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z', index + 1);
      ({ recordingId } = await take.land({ timing }));
    }
    await service.send('recordings.promote_session', { organizationId, sessionId });
    const { tracks } = await read(organizationId, recordingId);
    expect(tracks).toMatchObject([
      {
        startOffsetMs: 0,
        videoStartOffsetMs: 0,
        audioStartOffsetMs: 48,
        offsetUncertaintyMs: 3,
        driftPpm: -12.5,
      },
      {
        startOffsetMs: 100,
        videoStartOffsetMs: 100,
        audioStartOffsetMs: null,
        offsetUncertaintyMs: 5,
        driftPpm: 0,
      },
    ]);
  });

  it('stays out of the library until promotion, which is created, then existing', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const promote = () => service.send('recordings.promote_session', { organizationId, sessionId });
    const { recordingId } = await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    await inSession(organizationId, sessionId, '2026-01-01T00:00:00.250Z', 2).land();
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 404 });
    await service.idleOutbox();
    expect(typesOf(organizationId)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 20 }, promote));
    expect(answers.filter((answer) => answer.promotion === 'created')).toEqual([
      { promotion: 'created', savedCount: 2, recordingId, errorId: null },
    ]);
    expect(answers.filter((answer) => answer.promotion === 'existing')).toHaveLength(19);
    const recording = await read(organizationId, recordingId);
    expect(recording).toMatchObject({ status: 'complete', sessionId, expectedTrackCount: 2 });
    expect(recording.tracks.map((track) => track.startOffsetMs)).toEqual([0, 250]);
    expect(recording.tracks.map((track) => track.takeNumber)).toEqual([1, 2]);
    await until('the events', () => typesOf(organizationId).length === 4);
    expect(typesOf(organizationId)).toEqual([
      'recording.created',
      'recording.track_available',
      'recording.track_available',
      'recording.completed',
    ]);
  });

  it('is made by a track that is opened and sent only after the end found nothing', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const promote = () => service.send('recordings.promote_session', { organizationId, sessionId });
    const empty = { promotion: 'empty', savedCount: 0, recordingId: null, errorId: null };
    expect(await promote()).toEqual(empty);
    expect(await promote()).toEqual(empty);
    const { recordingId } = await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 'complete', sessionId });
    const types = ['recording.created', 'recording.track_available', 'recording.completed'];
    await until('the events', () => typesOf(organizationId).length === types.length);
    expect(typesOf(organizationId)).toEqual(types);
    await inSession(organizationId, sessionId, '2026-01-01T00:00:01.000Z').land();
    expect(await read(organizationId, recordingId)).toMatchObject({
      status: 'complete',
      expectedTrackCount: 2,
    });
    expect(await promote()).toMatchObject({ promotion: 'existing', recordingId });
  });

  it('is made once by tracks that are opened while the end is asked for', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const promote = () => service.send('recordings.promote_session', { organizationId, sessionId });
    const takes = Array.from({ length: 6 }, () =>
      inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z'),
    );
    const landed = await Promise.all([
      ...takes.slice(0, 3).map(({ land }) => land()),
      promote(),
      ...takes.slice(3).map(({ land }) => land()),
    ]);
    const [recordingId] = new Set(landed.flatMap((answer) => answer.recordingId ?? []));
    const recording = await read(organizationId, recordingId ?? '');
    expect(recording).toMatchObject({ status: 'complete', expectedTrackCount: 6 });
    await service.idleOutbox();
    expect(typesOf(organizationId).filter((type) => type === 'recording.completed')).toHaveLength(1);
    expect(typesOf(organizationId).filter((type) => type === 'recording.created')).toHaveLength(1);
    const available = typesOf(organizationId).filter((type) => type === 'recording.track_available');
    expect(available).toHaveLength(6);
  });

  it('exists as soon as a device acknowledged a take, and is complete when its track has landed', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const late = inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z');
    const acknowledged = [{ participantId: late.take.opening.participantId ?? '', takeNumber: 1 }];
    const promoted = await service.send('recordings.promote_session', {
      organizationId,
      sessionId,
      acknowledged,
    });
    expect(promoted).toMatchObject({ promotion: 'created', savedCount: 0 });
    const recordingId = promoted.recordingId ?? '';
    expect(await read(organizationId, recordingId)).toMatchObject({
      status: 'partial',
      expectedTrackCount: 1,
      tracks: [],
    });
    const { recordingId: landed } = await late.land();
    expect(landed).toBe(recordingId);
    expect(await read(organizationId, recordingId)).toMatchObject({
      status: 'complete',
      expectedTrackCount: 1,
    });
    await until('recording.completed', () => typesOf(organizationId).at(-1) === 'recording.completed');
  });

  it('is partial while a track is on its way, says when it strands, and is complete when it lands', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    const { take: late } = inSession(organizationId, sessionId, '2026-01-01T00:00:01.000Z');
    await late.open();
    await late.put(await late.grant(1));
    const { recordingId, ...promoted } = await service.send('recordings.promote_session', {
      organizationId,
      sessionId,
    });
    expect(promoted).toMatchObject({ promotion: 'created', savedCount: 1 });
    const states = async () =>
      (await read(organizationId, recordingId ?? '')).tracks.map((track) => track.state);
    expect(await read(organizationId, recordingId ?? '')).toMatchObject({
      status: 'partial',
      expectedTrackCount: 2,
    });
    expect(await states()).toEqual(['available', 'uploading']);
    service.clock.advance(16 * 60);
    await service.app.get(UploadJobs).sweep();
    expect(await states()).toEqual(['available', 'stranded']);
    await until('recording.track_stranded', () =>
      typesOf(organizationId).includes('recording.track_stranded'),
    );
    await late.grant(2);
    expect(await states()).toEqual(['available', 'uploading']);
    await late.sendAll();
    await late.complete();
    expect(await read(organizationId, recordingId ?? '')).toMatchObject({ status: 'complete' });
    await until('recording.completed', () => typesOf(organizationId).at(-1) === 'recording.completed');
  });

  it('has its track on its way again when a part arrives that was granted before the track was stranded', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    const { take: late } = inSession(organizationId, sessionId, '2026-01-01T00:00:01.000Z', 2);
    await late.open();
    const { recordingId } = await service.send('recordings.promote_session', { organizationId, sessionId });
    const states = async () =>
      (await read(organizationId, recordingId ?? '')).tracks.map((track) => track.state);
    service.clock.advance(80);
    const grant = await late.grant(1);
    service.clock.advance(840);
    await service.app.get(UploadJobs).sweep();
    expect(await states()).toEqual(['available', 'stranded']);
    expect((await late.put(grant)).status).toBe(204);
    expect(await states()).toEqual(['available', 'uploading']);
    expect((await late.put(await late.grant(2))).status).toBe(204);
    expect(await states()).toEqual(['available', 'uploading']);
  });
});
