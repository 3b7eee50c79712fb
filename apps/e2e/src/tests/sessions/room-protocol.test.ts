import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  RoomParticipant,
  type OpenedRoom,
  type RoomMessage,
  type RoomSocket,
} from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { messageFaults, publishedTypes } from '../../harness/openapi/room-messages.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

let product: Product;
let fixture: CaptureFixture;

beforeAll(async () => {
  product = await Product.start();
  fixture = await CaptureFixture.create(product.credentials);
});
afterAll(async () => {
  await fixture.clear();
  await product.remove();
});

const STATE = {
  microphone: 'on',
  camera: 'off',
  screen: false,
  recording: 'recording',
  storageShort: false,
  recordedSec: 2.5,
};

it(`every message of a room is as it is published, and all that are published travel (${MODE})`, async () => {
  const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
  const { id } = room.session;
  const member = await SignedInMember.owner(product.credentials);
  const grace = await RoomParticipant.guest(fixture.api, room.joinUrl, id, 'Grace');
  const eve = await RoomParticipant.guest(fixture.api, room.joinUrl, id, 'Eve');
  const seat = await grace.connect();
  const host = await (await RoomParticipant.host(fixture.api, member, id)).connect();
  const sent: RoomMessage[] = [];
  const say = (socket: RoomSocket, message: RoomMessage): void => {
    sent.push(message);
    socket.send(message);
  };
  const { participantId } = grace.joined;

  const now = (): number => performance.timeOrigin + performance.now();
  const t0 = now();
  say(seat, { type: 'clock.ping', t0, clockId: 'page' });
  await seat.receive('clock.pong', { t0 });
  say(seat, { type: 'clock.ping', t0: 1, clockId: 'page', answered: { t0, t3: now() } });
  await seat.receive('clock.pong', { t0: 1 });
  say(seat, { type: 'state', id: 's1', ...STATE });
  await host.receive('state', { participantId, recordedSec: 2.5 });
  say(seat, { type: 'chat', id: 'c1', text: 'Hello\nroom' });
  const { chatId } = await host.receive('chat', { text: 'Hello\nroom' });
  say(seat, { type: 'take.ready' });
  await host.receive('presence', { event: 'ready' });
  say(host, { type: 'signal', to: participantId, data: { sdp: 'v=0' } });
  await seat.receive('signal');
  say(host, { type: 'mute', participantId });
  await seat.receive('mute');
  say(host, { type: 'take.start', inMs: 0 });
  await seat.receive('take.start', { takeNumber: 1 });
  say(seat, { type: 'take.started', takeNumber: 1 });
  const track = grace.track(Buffer.from('bytes'), 1);
  const trackId = await track.open();
  say(seat, { type: 'upload', trackId, storedBytes: 0, sizeBytes: 5 });
  await host.receive('upload', { trackId, sizeBytes: 5 });
  say(seat, { type: 'take.stop', id: 'not-mine' });
  expect(await seat.receive('error')).toMatchObject({ code: 'host_only', id: 'not-mine' });
  const late = await eve.connect();
  const [welcome] = late.received;
  expect(welcome).toMatchObject({
    version: 1,
    take: { takeNumber: 1 },
    takes: [{ takeNumber: 1, stoppedAtServerTime: null }],
    uploads: [{ trackId, participantId, storedBytes: 0, sizeBytes: 5 }],
    chat: [{ chatId, text: 'Hello\nroom' }],
  });
  const participants = welcome?.['participants'] as { participantId: string; state?: object }[];
  expect(participants.find((one) => one.participantId === participantId)?.state).toEqual(STATE);
  say(host, { type: 'participant.remove', participantId: eve.joined.participantId });
  expect(await late.closeCode()).toBe(4403);
  say(host, { type: 'take.stop' });
  await seat.receive('take.stop');
  const again = await grace.connect();
  expect(again.received[0]?.['clock']).toMatchObject({ clockId: 'page', samples: 1 });
  say(host, { type: 'session.end' });
  expect(await again.closeCode()).toBe(1000);

  const received = [seat, host, late, again].flatMap((socket) => socket.received);
  expect(received.flatMap((message) => messageFaults('server', message))).toEqual([]);
  expect(sent.flatMap((message) => messageFaults('client', message))).toEqual([]);
  const types = (messages: { type: string }[]): string[] =>
    [...new Set(messages.map(({ type }) => type))].sort();
  expect(types(received)).toEqual(publishedTypes('server').sort());
  expect(types(sent)).toEqual(publishedTypes('client').sort());
});
