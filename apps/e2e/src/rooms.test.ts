import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from './clip.js';
import { SignedInMember } from './member.js';
import { MODE, Product } from './product.js';
import { sha256 } from './respondent.js';
import { RoomParticipant, RoomSocket, type OpenedRoom } from './room.js';
import { Scene, type PageBody, type RecordingBody } from './scene.js';

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
  let scene: Scene;
  let member: SignedInMember;
  let clip: Buffer;

  beforeAll(async () => {
    product = await Product.start();
    scene = await Scene.set(product.credentials);
    member = await SignedInMember.owner(product.credentials);
    clip = await makeClip(1);
  });
  afterAll(async () => {
    await scene.clear();
    await product.remove();
  });

  const opened = (): Promise<OpenedRoom> => scene.api.post<OpenedRoom>('/v1/sessions');
  const guest = (room: OpenedRoom, name: string): Promise<RoomParticipant> =>
    RoomParticipant.guest(scene.api, room.joinUrl, room.session.id, name);
  const shown = (id: string): Promise<SessionBody> => scene.api.get(`/v1/sessions/${id}`);
  const end = (id: string): Promise<Ended> => scene.api.expect(200, 'POST', `/v1/sessions/${id}/end`);

  it('take in whoever holds the invitation, and tell of each who joins and leaves, once', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const [grace, ada] = [await guest(room, 'Grace'), await guest(room, 'Ada')];
    const sockets = [await grace.connect(), await ada.connect()];
    sockets[0]?.say({ type: 'signal', to: ada.joined.participantId, data: { candidate: 'x' } });
    const { participantId } = grace.joined;
    expect(await sockets[1]?.hear('signal')).toEqual({
      type: 'signal',
      from: participantId,
      data: { candidate: 'x' },
    });
    sockets[1]?.say({ type: 'clock.ping', t0: 1 });
    await sockets[1]?.hear('clock.pong', { t0: 1 });
    sockets[0]?.leave();
    const left = { sessionId, participantId, isGuest: true };
    await scene.receiver.event('session.participant_left', left);
    await end(sessionId);
    expect(await sockets[1]?.ended()).toBe(1000);
    await scene.receiver.event('session.ended', { sessionId });
    await scene.receiver.event('session.participant_left', { participantId: ada.joined.participantId });
    for (const type of ['session.participant_joined', 'session.participant_left'])
      expect(scene.receiver.ids(type, { sessionId }).size).toBe(2);
    const { participants } = await shown(sessionId);
    expect(participants.map(({ displayName, isGuest }) => [displayName, isGuest])).toEqual([
      ['Grace', true],
      ['Ada', true],
    ]);
    const text = JSON.stringify(scene.receiver.deliveries.map(({ body }) => body)) + (await product.log());
    for (const secret of [room.inviteToken, grace.joined.participantToken, ada.joined.participantToken])
      expect(text).not.toContain(secret);
  });

  it('refuse a page with a dead token in words that it can read', async () => {
    const room = await opened();
    const socket = new RoomSocket(product.baseUrl, room.session.id, room.inviteToken);
    expect(await socket.hear('error')).toMatchObject({ code: 'link_expired' });
    expect(await socket.ended()).toBe(4401);
  });

  it('are hosted by a member who is signed in; what all of them recorded is one recording, the late track too', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(scene.api, member, sessionId);
    const [grace, ada] = [await guest(room, 'Grace'), await guest(room, 'Ada')];
    const [stage, ...others] = await Promise.all([host, grace, ada].map((one) => one.connect()));
    stage?.say({ type: 'take.start' });
    const starts = await Promise.all(others.map((socket) => socket.hear('take.start')));
    expect(new Set(starts.map(({ atServerTime }) => atServerTime)).size).toBe(1);
    stage?.say({ type: 'take.stop' });
    await others[0]?.hear('take.stop', { takeNumber: 1 });

    const ids = [
      await (await host.upload(clip, 1)).complete(),
      await (await grace.upload(clip, 1)).complete(),
    ];
    const late = await ada.upload(clip, 1);
    stage?.say({ type: 'session.end' });
    const { recordingId } = (await scene.receiver.event('session.ended', { sessionId })).event.data;
    const early = await scene.recording(String(recordingId));
    expect([early.status, early.tracks.filter(({ state }) => state === 'available').length]).toEqual([
      'partial',
      2,
    ]);
    const lateId = await late.complete();
    const whole = await until(
      'the whole recording',
      async () => {
        const recording = await scene.recording(String(recordingId));
        return recording.status === 'complete' ? recording : undefined;
      },
      60_000,
    );
    await scene.receiver.event('recording.completed', { recordingId });
    expect(whole).toMatchObject({ sessionId });
    expect(whole.tracks.map(({ id }) => id).toSorted()).toEqual([...ids, lateId].toSorted());
    expect(whole.tracks.map(({ sha256: digest }) => digest)).toEqual(whole.tracks.map(() => sha256(clip)));
    expect(await end(sessionId)).toMatchObject({ alreadyClosed: true, promotion: 'existing', recordingId });
  });

  it('outlive the process that held their sockets: people come back, nobody has left, the take goes on', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const [host, grace] = [
      await RoomParticipant.host(scene.api, member, sessionId),
      await guest(room, 'Grace'),
    ];
    const sockets = [await host.connect(), await grace.connect()];
    sockets[0]?.say({ type: 'take.start' });
    await sockets[1]?.hear('take.start');
    await product.kill('sessions');
    expect(await Promise.all(sockets.map((socket) => socket.ended()))).toEqual([1006, 1006]);
    if (MODE === 'standalone') {
      await product.stop();
      await product.up();
    }
    await product.ready();
    const back = await grace.connect();
    expect((await back.hear('welcome'))['state']).toMatchObject({ takeNumber: 1, recording: true });
    await host.connect();
    const { participants } = await shown(sessionId);
    expect(participants.map(({ leftAt }) => leftAt)).toEqual([null, null]);
    expect(scene.receiver.ids('session.participant_left', { sessionId }).size).toBe(0);
    await end(sessionId);
  });

  it('scenario 57: ended twenty times at once while the promotion is killed, make one recording with every track', async () => {
    const room = await opened();
    const { id: sessionId } = room.session;
    const host = await RoomParticipant.host(scene.api, member, sessionId);
    const stage = await host.connect();
    stage.say({ type: 'take.start' });
    await stage.hear('take.start');
    const uploads = await Promise.all([1, 2, 3].map(() => host.upload(clip, 1)));
    const ids = await Promise.all(uploads.map(({ complete }) => complete()));
    const path = `/v1/sessions/${sessionId}/end`;
    const ends = Array.from({ length: 20 }, () => scene.api.call<Ended>('POST', path).catch(() => undefined));
    await product.kill('recordings');
    // What each of them was answered, if anything, is not the point.
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
      await scene.api.get<PageBody<RecordingBody & { sessionId: string | null }>>('/v1/recordings?limit=100');
    const ours = data.filter((recording) => recording.sessionId === sessionId);
    expect(ours.map(({ id, status }) => [id, status])).toEqual([[recordingId, 'complete']]);
    expect(ours[0]?.tracks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await scene.receiver.event('session.ended', { sessionId });
    await scene.receiver.event('recording.created', { recordingId });
    expect(scene.receiver.ids('session.ended', { sessionId }).size).toBe(1);
    expect(scene.receiver.ids('recording.created', { recordingId }).size).toBe(1);
  });
});
