import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { NatsServer, until } from '@capture/testing';
import type { RoomClient } from '../fixtures/room-client.js';
import { RoomPeople, type Person } from '../fixtures/room-people.js';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';

const STATE = {
  microphone: 'silent',
  camera: 'off',
  screen: true,
  recording: 'recording',
  storageShort: true,
  recordedSec: 12.5,
  safeSec: 8,
} as const;

let nats: NatsServer;
let service: SessionsUnderTest;
let room: RoomPeople;

beforeAll(async () => {
  nats = await NatsServer.start();
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2, nats.url);
});
afterAll(async () => {
  await service.stop();
  await nats.stop();
});
beforeEach(async () => {
  room = await RoomPeople.open(service);
});

/** Two people at different processes. */
async function two(): Promise<[Person, Person]> {
  return [await room.guest('Grace', 0), await room.guest('Ada', 1)];
}

/** Resolves once everything said before by this client was handled. */
async function handled({ socket }: Person, t0: number): Promise<void> {
  socket.say({ type: 'clock.ping', t0 });
  await socket.hear('clock.pong', (pong) => pong.t0 === t0);
}

const errors = (socket: RoomClient) => socket.heard.filter((message) => message.type === 'error');

describe('a message that is refused', () => {
  it.each([
    ['an unknown type', { type: 'take.steal', id: 'm-1' }, 'invalid_input'],
    ['a wrong member', { type: 'chat', id: 'm-1', text: 7 }, 'invalid_input'],
    ['what the host alone may do', { type: 'take.start', id: 'm-1' }, 'host_only'],
    [
      'a track of another participant',
      { type: 'upload', id: 'm-1', storedBytes: 1, sizeBytes: 1 },
      'invalid_input',
    ],
  ])('is named by its id: %s', async (_what, message, code) => {
    const { socket } = await room.guest('Grace');
    socket.say(message);
    expect(await socket.hear('error')).toMatchObject({ code, id: 'm-1' });
  });

  it.each([
    ['with spaces', 'a b'],
    ['too long', 'x'.repeat(65)],
    ['no text', 7],
    ['empty', ''],
  ])('is not named by an id that is none: %s', async (_what, id) => {
    const { socket } = await room.guest('Grace');
    socket.say({ type: 'take.ready', id });
    const error = await socket.hear('error');
    expect(error).toMatchObject({ code: 'invalid_input', field: 'id' });
    expect(error).not.toHaveProperty('id');
  });

  it('has no id where it came without', async () => {
    const { socket } = await room.guest('Grace');
    socket.say({ type: 'take.stop' });
    expect(await socket.hear('error')).not.toHaveProperty('id');
  });
});

describe('the state of devices', () => {
  it('reaches everybody at every process, and is in the welcome of who comes later, wherever', async () => {
    const [grace, ada] = await two();
    grace.socket.say({ type: 'state', ...STATE, microphone: 'on' });
    grace.socket.say({ type: 'state', id: 's', ...STATE });
    const said = { type: 'state', participantId: grace.id, ...STATE };
    for (const { socket } of [grace, ada])
      expect(await socket.hear('state', ({ microphone }) => microphone === 'silent')).toEqual(said);
    const late = await room.guest('Late', 1);
    const { participants, version } = await late.socket.hear('welcome');
    expect(version).toBe(1);
    expect(participants.map(({ displayName, state }) => [displayName, state])).toEqual([
      ['Grace', STATE],
      ['Ada', undefined],
      ['Late', undefined],
    ]);
  });

  it('ends with the socket that told it; who was ready is ready for one take', async () => {
    const [grace, ada] = await two();
    grace.socket.say({ type: 'state', ...STATE });
    for (const { socket } of [grace, ada]) socket.say({ type: 'take.ready' });
    for (const { id } of [grace, ada])
      await grace.socket.hear('presence', ({ event, participant }) => {
        return event === 'ready' && participant.ready === true && participant.participantId === id;
      });
    const back = await room.again(grace, 1);
    const shown = async (person: Person) =>
      (await person.socket.hear('welcome')).participants.map(({ state, ready }) => [state, ready ?? false]);
    expect(await shown(back)).toEqual([
      [undefined, false],
      [undefined, true],
    ]);
    const host = await room.host();
    host.socket.say({ type: 'take.start', inMs: 0 });
    await ada.socket.hear('take.start');
    expect((await shown(await room.again(grace, 0))).map(([, ready]) => ready)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['another word', 'camera', { camera: 'broken' }],
    ['no yes or no', 'screen', { screen: 'yes' }],
    ['time that never was', 'recordedSec', { recordedSec: 1e12 }],
    ['more than there is', 'mood', { mood: 'good' }],
  ])('is refused by the name of the field: %s', async (_what, field, change) => {
    const { socket } = await room.guest('Grace');
    socket.say({ type: 'state', ...STATE, ...change });
    expect(await socket.hear('error')).toMatchObject({ code: 'invalid_input', field });
  });
});

describe('chat', () => {
  const texts = (socket: RoomClient) =>
    socket.heard.flatMap((message) => (message.type === 'chat' ? [message.text] : []));

  it('reaches everybody at every process, the sender too, by the room’s clock', async () => {
    const [grace, ada] = await two();
    const before = service.clock.now().getTime() - 500;
    grace.socket.say({ type: 'chat', id: 'c', text: 'Hello\n👋 <b>' });
    const heard = await Promise.all([grace, ada].map(({ socket }) => socket.hear('chat')));
    expect(heard[0]).toEqual(heard[1]);
    expect(heard[0]).toMatchObject({ participantId: grace.id, displayName: 'Grace', text: 'Hello\n👋 <b>' });
    expect(heard[0]?.at).toBeGreaterThan(before);
    expect(heard[0]?.at).toBeLessThan(service.clock.now().getTime() + 500);
  });

  it('of the last 50 is in every welcome, in order; nothing of it is left when the room has ended', async () => {
    const people = await Promise.all(['A', 'B', 'C'].map((name, index) => room.guest(name, index % 2)));
    for (let number = 0; number < 54; number += 1) {
      const person = people[number % 3];
      person?.socket.say({ type: 'chat', text: `${number}` });
      await people[0]?.socket.hear('chat', ({ text }) => text === `${number}`);
    }
    const { chat } = await (await room.guest('Late', 1)).socket.hear('welcome');
    expect(chat.map(({ text }) => Number(text))).toEqual(Array.from({ length: 50 }, (_, index) => index + 4));
    const rows = () => service.sql('SELECT 1 FROM chat_message WHERE session_id = $1', room.sessionId);
    expect(await rows()).toHaveLength(50);
    await service.call(room.key, 'POST', `/v1/sessions/${room.sessionId}/end`);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['too much', 'x'.repeat(2_001)],
    ['a control character', 'a\u0007b'],
    ['a tab', 'a\tb'],
    ['half a character', 'a\ud800b'],
  ])('refuses %s', async (_what, text) => {
    const { socket } = await room.guest('Grace');
    socket.say({ type: 'chat', id: 'c', text });
    expect(await socket.hear('error')).toMatchObject({ code: 'invalid_input', field: 'text', id: 'c' });
    expect(texts(socket)).toEqual([]);
  });

  it('has a pace: who says too much at once is refused by the message, and stays', async () => {
    const grace = await room.guest('Grace');
    for (let number = 0; number < 30; number += 1)
      grace.socket.say({ type: 'chat', id: `c${number}`, text: `${number}` });
    await handled(grace, 1);
    await until('what was taken', () => texts(grace.socket).length === 20);
    expect(errors(grace.socket).map(({ code, id }) => [code, id])).toEqual(
      Array.from({ length: 10 }, (_, index) => ['rate_limited', `c${index + 20}`]),
    );
  });
});

describe('the host', () => {
  it('mutes one participant, who hears by whom', async () => {
    const [[grace, ada], host] = [await two(), await room.host()];
    host.socket.say({ type: 'mute', participantId: ada.id });
    expect(await ada.socket.hear('mute')).toEqual({ type: 'mute', by: host.id });
    await handled(grace, 1);
    expect(grace.socket.heard.map(({ type }) => type)).not.toContain('mute');
    grace.socket.say({ type: 'mute', id: 'm', participantId: ada.id });
    expect(await grace.socket.hear('error')).toMatchObject({ code: 'host_only', id: 'm' });
    host.socket.say({ type: 'mute', id: 'm', participantId: 'ptc_01h455vb4pex5vsknk084sn02q' });
    expect(await host.socket.hear('error')).toMatchObject({ field: 'participantId', id: 'm' });
  });

  it('starts a take after a countdown of its choice', async () => {
    const host = await room.host();
    const before = service.clock.now().getTime();
    host.socket.say({ type: 'take.start', inMs: 8_000 });
    const { atServerTime } = await host.socket.hear('take.start');
    expect(atServerTime).toBeGreaterThan(before + 7_500);
    expect(atServerTime).toBeLessThan(service.clock.now().getTime() + 8_500);
    for (const inMs of [10_001, -1, 0.5, '3']) host.socket.say({ type: 'take.start', id: 'x', inMs });
    await handled(host, 1);
    expect(errors(host.socket).map(({ field, id }) => [field, id])).toEqual(
      Array.from({ length: 4 }, () => ['inMs', 'x']),
    );
  });
});

describe('a signal', () => {
  it('carries 30 KiB, and is refused by name above 32', async () => {
    const [grace, ada] = await two();
    const signal = (bytes: number) => ({
      type: 'signal',
      id: 'sdp',
      to: ada.id,
      data: { sdp: 'v'.repeat(bytes) },
    });
    grace.socket.say(signal(33 * 1024));
    expect(await grace.socket.hear('error')).toMatchObject({
      code: 'invalid_input',
      field: 'data',
      id: 'sdp',
    });
    grace.socket.say(signal(30 * 1024));
    expect((await ada.socket.hear('signal')).from).toBe(grace.id);
  });
});
