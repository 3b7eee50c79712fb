import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../harness/clients/respondent.js';
import { RoomParticipant, RoomSocket, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { makeClip } from '../../harness/clip.js';
import {
  CaptureFixture,
  type PageBody,
  type RecordingBody,
} from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

interface Ended {
  alreadyClosed: boolean;
  promotion: string;
  savedCount: number;
  recordingId: string | null;
}

interface SessionBody {
  status: string;
  participants: { participantId: string; isGuest: boolean; displayName: string; leftAt: string | null }[];
}

describe(`rooms (${MODE})`, () => {
  let product: Product;
  let fixture: CaptureFixture;
  let member: SignedInMember;
  let clip: Buffer;

  beforeAll(async () => {
    product = await Product.start();
    fixture = await CaptureFixture.create(product.credentials);
    member = await SignedInMember.owner(product.credentials);
    clip = await makeClip(1);
  });
  afterAll(async () => {
    await fixture.clear();
    await product.remove();
  });

  const opened = (): Promise<OpenedRoom> => fixture.api.post<OpenedRoom>('/v1/sessions');
  const guest = (room: OpenedRoom, name: string): Promise<RoomParticipant> =>
    RoomParticipant.guest(fixture.api, room.joinUrl, room.session.id, name);
  const shown = (id: string): Promise<SessionBody> => fixture.api.get(`/v1/sessions/${id}`);
  const end = (id: string): Promise<Ended> => fixture.api.expect(200, 'POST', `/v1/sessions/${id}/end`);

  it('admit guests with an invitation, and announce each join and leave once', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const [grace, ada] = [await guest(room, 'Grace'), await guest(room, 'Ada')];
    const sockets = [await grace.connect(), await ada.connect()];
    sockets[0]?.send({ type: 'signal', to: ada.joined.participantId, data: { candidate: 'x' } });
    const { participantId } = grace.joined;
    expect(await sockets[1]?.receive('signal')).toEqual({
      type: 'signal',
      from: participantId,
      data: { candidate: 'x' },
    });
    sockets[1]?.send({ type: 'clock.ping', t0: 1 });
    await sockets[1]?.receive('clock.pong', { t0: 1 });
    sockets[0]?.close();
    const left = { sessionId, participantId, isGuest: true };
    await fixture.receiver.event('session.participant_left', left);
    await end(sessionId);
    expect(await sockets[1]?.closeCode()).toBe(1000);
    await fixture.receiver.event('session.ended', { sessionId });
    await fixture.receiver.event('session.participant_left', { participantId: ada.joined.participantId });
    for (const type of ['session.participant_joined', 'session.participant_left'])
      expect(fixture.receiver.ids(type, { sessionId }).size).toBe(2);
    const { participants } = await shown(sessionId);
    expect(participants.map(({ displayName, isGuest }) => [displayName, isGuest])).toEqual([
      ['Grace', true],
      ['Ada', true],
    ]);
    const text = JSON.stringify(fixture.receiver.deliveries.map(({ body }) => body)) + (await product.log());
    for (const secret of [room.inviteToken, grace.joined.participantToken, ada.joined.participantToken])
      expect(text).not.toContain(secret);
  });

  it('refuse a page with an invalid token with an error that it can read', async () => {
    const room = await opened();
    const socket = new RoomSocket(product.baseUrl, room.session.id, room.inviteToken);
    expect(await socket.receive('error')).toMatchObject({ code: 'link_expired' });
    expect(await socket.closeCode()).toBe(4401);
  });

  it('scenario 67: are hosted by a signed-in member; all tracks form one recording, a late one too', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(fixture.api, member, sessionId);
    const [grace, ada] = [await guest(room, 'Grace'), await guest(room, 'Ada')];
    const [stage, ...others] = await Promise.all([host, grace, ada].map((one) => one.connect()));
    stage?.send({ type: 'take.start' });
    const starts = await Promise.all(others.map((socket) => socket.receive('take.start')));
    expect(new Set(starts.map(({ atServerTime }) => atServerTime)).size).toBe(1);
    stage?.send({ type: 'take.stop' });
    await others[0]?.receive('take.stop', { takeNumber: 1 });

    const ids = [
      await (await host.upload(clip, 1)).complete(),
      await (await grace.upload(clip, 1)).complete(),
    ];
    const late = await ada.upload(clip, 1);
    stage?.send({ type: 'session.end' });
    const { recordingId } = (await fixture.receiver.event('session.ended', { sessionId })).event.data;
    const early = await fixture.recording(String(recordingId));
    expect([early.status, early.tracks.filter(({ state }) => state === 'available').length]).toEqual([
      'partial',
      2,
    ]);
    const lateId = await late.complete();
    const whole = await until(
      'the whole recording',
      async () => {
        const recording = await fixture.recording(String(recordingId));
        return recording.status === 'complete' ? recording : undefined;
      },
      60_000,
    );
    await fixture.receiver.event('recording.completed', { recordingId });
    expect(whole).toMatchObject({ sessionId });
    expect(whole.tracks.map(({ id }) => id).toSorted()).toEqual([...ids, lateId].toSorted());
    expect(whole.tracks.map(({ sha256: digest }) => digest)).toEqual(whole.tracks.map(() => sha256(clip)));
    expect(await end(sessionId)).toMatchObject({ alreadyClosed: true, promotion: 'existing', recordingId });
  });

  it('scenario 67: keep footage that is opened and sent only after the end: it makes the recording, or joins it, by itself', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(fixture.api, member, sessionId);
    const grace = await guest(room, 'Grace');
    const [stage, seat] = [await host.connect(), await grace.connect()];
    stage.send({ type: 'take.start' });
    await seat.receive('take.start');
    stage.send({ type: 'take.stop' });
    await seat.receive('take.stop');
    expect(await end(sessionId)).toMatchObject({ promotion: 'empty', savedCount: 0, recordingId: null });
    const trackId = await (await grace.upload(clip, 1)).complete();
    const { recordingId } = (await fixture.receiver.event('recording.completed', { sessionId })).event.data;
    await fixture.receiver.event('recording.created', { recordingId });
    await fixture.receiver.event('recording.track_available', { recordingId, trackId });
    const recording = await fixture.recording(String(recordingId));
    expect(recording).toMatchObject({
      status: 'complete',
      sessionId,
      tracks: [{ id: trackId, takeNumber: 1 }],
    });
    const second = await (await host.upload(clip, 1)).complete();
    await fixture.receiver.event('recording.track_available', { recordingId, trackId: second });
    expect(await end(sessionId)).toMatchObject({ promotion: 'existing', recordingId });
    expect(fixture.receiver.ids('recording.created', { recordingId }).size).toBe(1);
  });

  it('scenario 67: end with a recording as soon as a device said that it records, sent or not', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(fixture.api, member, sessionId);
    const grace = await guest(room, 'Grace');
    const [stage, seat] = [await host.connect(), await grace.connect()];
    stage.send({ type: 'take.start' });
    await seat.receive('take.start');
    seat.send({ type: 'take.started', takeNumber: 1 });
    seat.send({ type: 'clock.ping', t0: 1 });
    await seat.receive('clock.pong');
    const { recordingId, ...ended } = await end(sessionId);
    expect(ended).toMatchObject({ promotion: 'created', savedCount: 0 });
    expect(await fixture.recording(String(recordingId))).toMatchObject({
      status: 'partial',
      expectedTrackCount: 1,
      tracks: [],
    });
    const trackId = await (await grace.upload(clip, 1)).complete();
    await fixture.receiver.event('recording.completed', { recordingId });
    expect(await fixture.recording(String(recordingId))).toMatchObject({
      status: 'complete',
      expectedTrackCount: 1,
      tracks: [{ id: trackId }],
    });
  });

  it('outlive the process that held their sockets: participants reconnect, nobody has left, the take goes on', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const [host, grace] = [
      await RoomParticipant.host(fixture.api, member, sessionId),
      await guest(room, 'Grace'),
    ];
    const sockets = [await host.connect(), await grace.connect()];
    sockets[0]?.send({ type: 'take.start' });
    await sockets[1]?.receive('take.start');
    await product.kill('sessions');
    expect(await Promise.all(sockets.map((socket) => socket.closeCode()))).toEqual([1006, 1006]);
    if (MODE === 'standalone') {
      await product.stop();
      await product.up();
    }
    await product.ready();
    const back = await grace.connect();
    expect((await back.receive('welcome'))['state']).toMatchObject({ takeNumber: 1, recording: true });
    await host.connect();
    const { participants } = await shown(sessionId);
    expect(participants.map(({ leftAt }) => leftAt)).toEqual([null, null]);
    expect(fixture.receiver.ids('session.participant_left', { sessionId }).size).toBe(0);
    await end(sessionId);
  });

  it('scenario 57: ended twenty times at once while the promotion is killed, make one recording with every track', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(fixture.api, member, sessionId);
    const stage = await host.connect();
    stage.send({ type: 'take.start' });
    await stage.receive('take.start');
    const uploads = await Promise.all([1, 2, 3].map(() => host.upload(clip, 1)));
    const ids = await Promise.all(uploads.map(({ complete }) => complete()));
    const path = `/v1/sessions/${sessionId}/end`;
    const ends = Array.from({ length: 20 }, () =>
      fixture.api.call<Ended>('POST', path).catch(() => undefined),
    );
    await product.kill('recordings');
    // Their answers do not matter here.
    await Promise.all(ends);
    if (MODE === 'standalone') {
      await product.stop();
      await product.up();
    }
    await product.ready();
    const { recordingId } = await until('the recording', async () => {
      const ended = await end(sessionId);
      return ended.recordingId === null ? undefined : ended;
    });
    const { data } =
      await fixture.api.get<PageBody<RecordingBody & { sessionId: string | null }>>(
        '/v1/recordings?limit=100',
      );
    const ours = data.filter((recording) => recording.sessionId === sessionId);
    expect(ours.map(({ id, status }) => [id, status])).toEqual([[recordingId, 'complete']]);
    expect(ours[0]?.tracks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await fixture.receiver.event('session.ended', { sessionId });
    await fixture.receiver.event('recording.created', { recordingId });
    expect(fixture.receiver.ids('session.ended', { sessionId }).size).toBe(1);
    expect(fixture.receiver.ids('recording.created', { recordingId }).size).toBe(1);
  });
});
