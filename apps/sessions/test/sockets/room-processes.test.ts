import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Bus } from '@capture/messaging';
import { NatsServer, until } from '@capture/testing';
import { RoomClock } from '../../src/clock/room-clock.js';
import { PresenceJobs } from '../../src/presence/presence.jobs.js';
import type { RoomClient } from '../fixtures/room-client.js';
import { RoomPeople } from '../fixtures/room-people.js';
import { teamKey, SessionsUnderTest } from '../fixtures/sessions-under-test.js';

describe('a room over several processes', () => {
  const key = teamKey();
  let nats: NatsServer;
  let service: SessionsUnderTest;

  beforeAll(async () => {
    nats = await NatsServer.start();
    service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 3, nats.url);
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });

  function hasBus(index: number): Promise<boolean> {
    const bus = service.app(index).get(Bus);
    return bus.check().then(
      () => true,
      () => false,
    );
  }

  /** Every process knows that the bus is down. */
  async function busDown(): Promise<void> {
    await nats.kill();
    const lost = [0, 1].map((index) => until('a lost bus', async () => !(await hasBus(index))));
    await Promise.all(lost);
  }

  async function participants(id: string) {
    return (await service.read(key, id)).participants;
  }

  it('is one room: signals, presence, take-overs and the end reach sockets wherever they are', async () => {
    const opened = await service.opened(key);
    const { id } = opened.session;
    const [grace, ada] = [await service.join(opened, 'Grace'), await service.join(opened, 'Ada')];
    const first = service.connect(id, grace.participantToken, 0);
    await first.hear('welcome');
    const second = service.connect(id, ada.participantToken, 1);
    await second.hear('welcome');
    await first.hear('presence', ({ participant }) => participant.displayName === 'Ada');
    second.say({ type: 'signal', to: grace.participantId, data: { candidate: 'x' } });
    expect(await first.hear('signal')).toMatchObject({ from: ada.participantId });
    const again = service.connect(id, ada.participantToken, 0);
    await again.hear('welcome');
    expect((await second.ended()).code).toBe(4000);
    await service.call(key, 'POST', `/v1/sessions/${id}/end`);
    expect((await Promise.all([first.ended(), again.ended()])).map(({ code }) => code)).toEqual([1000, 1000]);
  });

  it('outlives the process that had its sockets: they are told to come back, and nobody has left', async () => {
    const opened = await service.opened(key);
    const { id } = opened.session;
    const people = await Promise.all(['Grace', 'Ada'].map((name) => service.join(opened, name)));
    const before: RoomClient[] = people.map(({ participantToken }) =>
      service.connect(id, participantToken, 2),
    );
    await Promise.all(before.map((socket) => socket.hear('welcome')));
    await service.stopInstance(2);
    expect((await Promise.all(before.map((socket) => socket.ended()))).map(({ code }) => code)).toEqual([
      1012, 1012,
    ]);
    const after = people.map(({ participantToken }) => service.connect(id, participantToken, 0));
    await Promise.all(after.map((socket) => socket.hear('welcome')));
    // Not to the last second: the other process sweeps without waiting for this one to say whom it sees.
    service.clock.advance(20);
    await service.presence();
    expect((await participants(id)).map(({ leftAt }) => leftAt)).toEqual([null, null]);
  });

  it('an outage of the database lets nobody leave whose socket is open, whichever process is back first', async () => {
    const room = await RoomPeople.open(service);
    const [grace, ada] = [await room.guest('Grace', 0), await room.guest('Ada', 1)];
    const look = (index: number) => service.app(index).get(PresenceJobs).update();
    const leftAt = async () =>
      (await service.read(room.key, room.sessionId)).participants.map((one) => one.leftAt);
    const outages = [0, 1].map((index) =>
      vi.spyOn(service.app(index).get(RoomClock), 'read').mockRejectedValue(new Error('no database')),
    );
    await Promise.all([0, 1].map((index) => expect(look(index)).rejects.toThrow('no database')));
    service.clock.advance(31);
    for (const outage of outages) outage.mockRestore();
    await look(0);
    await look(1);
    expect(await leftAt()).toEqual([null, null]);
    expect([grace, ada].map(({ socket }) => socket.closed)).toEqual([undefined, undefined]);
    ada.socket.cut();
    await grace.socket.hear('presence', ({ event }) => event === 'disconnected');
    service.clock.advance(31);
    await look(0);
    expect(await leftAt()).toEqual([null, expect.any(String)]);
  });

  it('two processes that sweep at once let each absent person leave once', async () => {
    const opened = await service.opened(key);
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => service.join(opened, name)));
    service.clock.advance(31);
    await Promise.all([service.presence(), service.presence()]);
    const { id } = opened.session;
    expect((await participants(id)).every(({ leftAt }) => leftAt !== null)).toBe(true);
    const left = () => service.eventsOf(id, 'session.participant_left');
    await until('the events', () => left().length >= 4);
    await service.idleOutbox();
    expect(left()).toHaveLength(4);
  });

  it('takes people in while the bus is down, answers their clocks, and closes on whoever missed the end', async () => {
    const opened = await service.opened(key);
    const { id } = opened.session;
    const [grace, ada] = [await service.join(opened, 'Grace'), await service.join(opened, 'Ada')];
    const first = service.connect(id, grace.participantToken, 0);
    await first.hear('welcome');
    await nats.kill();
    const second = service.connect(id, ada.participantToken, 1);
    expect((await second.hear('welcome')).participants).toHaveLength(2);
    second.say({ type: 'clock.ping', t0: 1 });
    await second.hear('clock.pong');
    await service.call(key, 'POST', `/v1/sessions/${id}/end`);
    await service.presence();
    expect((await Promise.all([first.ended(), second.ended()])).map(({ code }) => code)).toEqual([
      1000, 1012,
    ]);
    const back = service.connect(id, grace.participantToken, 1);
    expect(await back.hear('error')).toMatchObject({ code: 'session_closed' });
    await nats.up();
  });

  it('a take that starts and stops while the bus is down is heard at once at the host’s process, and at the next heartbeat at every other', async () => {
    const room = await RoomPeople.open(service);
    const [host, near, far] = [await room.host(0), await room.guest('Grace', 0), await room.guest('Ada', 1)];
    await busDown();
    host.socket.say({ type: 'take.start' });
    const started = await host.socket.hear('take.start');
    expect(await near.socket.hear('take.start')).toEqual(started);
    await service.presence();
    expect(await far.socket.hear('take.start')).toEqual(started);
    host.socket.say({ type: 'take.stop' });
    const stopped = await host.socket.hear('take.stop');
    await service.presence();
    expect(await far.socket.hear('take.stop')).toEqual(stopped);
    await nats.up();
  });

  it('who was removed says nothing more, also at a process that the bus has not told', async () => {
    const room = await RoomPeople.open(service);
    const [grace, ada] = [await room.guest('Grace', 1), await room.guest('Ada', 1)];
    await busDown();
    await service.call(room.key, 'DELETE', `/v1/sessions/${room.sessionId}/participants/${grace.id}`);
    grace.socket.say({ type: 'chat', text: 'Still here' });
    expect(await grace.socket.hear('error')).toMatchObject({ code: 'link_expired' });
    ada.socket.say({ type: 'chat', text: 'Who?' });
    await ada.socket.hear('chat', ({ text }) => text === 'Who?');
    expect(ada.socket.heard.filter(({ type }) => type === 'chat')).toHaveLength(1);
    await nats.up();
  });

  it('heartbeats repeat nothing of a take that its people have heard', async () => {
    const room = await RoomPeople.open(service);
    const [host, far] = [await room.host(0), await room.guest('Ada', 1)];
    const takes = () =>
      far.socket.heard.filter(({ type }) => type.startsWith('take.')).map(({ type }) => type);
    await until('the bus', async () => (await hasBus(0)) && (await hasBus(1)));
    for (const type of ['take.start', 'take.stop'] as const) {
      host.socket.say({ type });
      await far.socket.hear(type);
      await service.presence();
    }
    far.socket.say({ type: 'clock.ping', t0: 1 });
    await far.socket.hear('clock.pong');
    expect(takes()).toEqual(['take.start', 'take.stop']);
  });
});
