import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId, type CompletedUpload } from '@capture/contracts';
import { until, untilForgotten } from '@capture/testing';
import { RoomHub } from '../../src/sockets/room-hub.js';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import { RoomPeople, type Person } from '../fixtures/room-people.js';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const SHA256 = 'a'.repeat(64);

let service: SessionsUnderTest;
let room: RoomPeople;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  room = await RoomPeople.open(service);
});

function track(person: Person, path: string, body: object): Promise<OpenedTrackDto> {
  const principal = { kind: 'capability', token: person.token } as const;
  return service
    .call<OpenedTrackDto>(principal, 'POST', `/v1/rooms/${room.sessionId}/tracks${path}`, { body })
    .then((answer) => answer.body);
}

describe('a welcome', () => {
  it('leaves nothing of the handshake behind, however long the socket stays', async () => {
    const handshakes: WeakRef<IncomingMessage>[] = [];
    const server = service.app().getHttpServer();
    server.once('upgrade', (handshake: IncomingMessage) => void handshakes.push(new WeakRef(handshake)));
    const grace = await room.guest('Grace');
    await untilForgotten('the handshake', handshakes);
    grace.socket.say({ type: 'chat', text: 'Still here' });
    await grace.socket.hear('chat');
  });

  it('comes before everything that a client said without waiting for it is done', async () => {
    const [host, grace] = [await room.host(), await room.guest('Grace')];
    const again = service.connect(room.sessionId, grace.token);
    again.sayFirst({ type: 'signal', to: host.id, data: {} }, { type: 'chat', text: 'Hello' });
    await again.hear('chat');
    expect((await host.socket.hear('chat')).text).toBe('Hello');
    expect(again.heard.map(({ type }) => type)).toEqual(['welcome', 'chat']);
    expect(host.socket.heard.filter(({ type }) => type === 'signal')).toHaveLength(1);
  });

  it('that never comes leaves undone what was said before: who has no seat is not heard', async () => {
    const host = await room.host();
    const grace = await room.guest('Grace');
    grace.socket.leave();
    await host.socket.hear('presence', ({ event }) => event === 'left');
    for (const name of ['A', 'B', 'C', 'D']) await room.guest(name);
    const refused = service.connect(room.sessionId, grace.token);
    refused.sayFirst({ type: 'signal', to: host.id, data: {} }, { type: 'chat', text: 'Hello' });
    expect(await refused.hear('error')).toMatchObject({ code: 'session_full' });
    await refused.ended();
    const sockets = () => service.app().get(RoomHub).connections;
    await until('the end', () => !sockets().some((one) => one.participantId === grace.id));
    host.socket.say({ type: 'chat', text: 'Nobody' });
    await host.socket.hear('chat', ({ text }) => text === 'Nobody');
    expect(host.socket.heard.filter(({ type }) => type === 'chat' || type === 'signal')).toHaveLength(1);
    expect(refused.heard.map(({ type }) => type)).toEqual(['error']);
  });

  it('goes to who has a token of the room: of others the gateway is told, as their sockets are opened to say so', async () => {
    const grace = await room.guest('Grace');
    expect(grace.socket.refusedBy).toBeUndefined();
    const elsewhere = await RoomPeople.open(service);
    for (const [sessionId, token] of [
      [room.sessionId, 'x'.repeat(43)],
      [elsewhere.sessionId, grace.token],
    ] as const) {
      const refused = service.connect(sessionId, token);
      expect(await refused.hear('error')).toMatchObject({ code: 'link_expired' });
      expect(refused.refusedBy).toBe('401');
    }
  });

  it('tells of every take, which one runs, and where to find a way to the others', async () => {
    const host = await room.host();
    const first = await host.socket.hear('welcome');
    expect(first).toMatchObject({ version: 1, take: null, takes: [], uploads: [], chat: [] });
    expect(first.iceServers).toEqual([{ urls: ['stun:stun.example.org'] }]);
    host.socket.say({ type: 'take.start', inMs: 0 });
    host.socket.say({ type: 'take.stop' });
    host.socket.say({ type: 'take.start' });
    const one = await host.socket.hear('take.start', ({ takeNumber }) => takeNumber === 1);
    const stop = await host.socket.hear('take.stop');
    const two = await host.socket.hear('take.start', ({ takeNumber }) => takeNumber === 2);
    const { take, takes, state } = await (await room.again(host)).socket.hear('welcome');
    expect(take).toEqual({ takeNumber: 2, atServerTime: two.atServerTime });
    expect(state).toEqual({ takeNumber: 2, recording: true, atServerTime: two.atServerTime });
    expect(takes).toEqual([
      { takeNumber: 1, atServerTime: one.atServerTime, stoppedAtServerTime: stop.atServerTime },
      { takeNumber: 2, atServerTime: two.atServerTime, stoppedAtServerTime: null },
    ]);
  });

  it('tells how far every upload was told to be, and everybody hears when one is complete', async () => {
    const [host, grace] = [await room.host(), await room.guest('Grace')];
    host.socket.say({ type: 'take.start', inMs: 0 });
    await grace.socket.hear('take.start');
    service.uploadAnswers = {
      'recordings.open_upload': () => ({ partSize: 8 }),
      'recordings.upload_state': () => ({
        phase: 'open',
        partSize: 8,
        storedParts: [1],
        storedBytes: 8,
        recordingId: null,
      }),
      'recordings.complete_upload': (): CompletedUpload => ({
        recordingId: newId('recording'),
        trackId: newId('track'),
        durationSec: 3,
        sha256: SHA256,
        merkleRoot: SHA256,
        sizeBytes: 16,
      }),
    };
    const startedAt = '2026-11-21T12:00:00.000Z';
    const opening = { takeNumber: 1, kind: 'camera', contentType: 'video/mp4', startedAt };
    const { trackId } = await track(grace, '', opening);
    const uploads = async () => (await (await room.again(host)).socket.hear('welcome')).uploads;
    const known = { participantId: grace.id, trackId, takeNumber: 1, kind: 'camera' };
    expect(await uploads()).toEqual([{ ...known, storedBytes: 0, sizeBytes: 0, completed: false }]);
    grace.socket.say({ type: 'upload', trackId, storedBytes: 16, sizeBytes: 16 });
    await host.socket.ended();
    grace.socket.say({ type: 'clock.ping', t0: 1 });
    await grace.socket.hear('clock.pong');
    expect(await uploads()).toEqual([{ ...known, storedBytes: 8, sizeBytes: 16, completed: false }]);
    const whole = { parts: [{ number: 1, sha256: SHA256 }], durationSec: 2, manifest: {} };
    await track(grace, `/${trackId}/complete`, whole);
    const done = { participantId: grace.id, trackId, storedBytes: 16, sizeBytes: 16, completed: true };
    expect(await grace.socket.hear('upload')).toEqual({ type: 'upload', ...done });
    expect(await uploads()).toEqual([{ ...known, ...done }]);
  });
});
