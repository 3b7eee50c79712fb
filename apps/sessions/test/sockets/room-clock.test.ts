import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { KeyPrincipal } from '@capture/contracts';
import { NatsServer, until } from '@capture/testing';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { RoomClient } from '../fixtures/room-client.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

/** What two readings of one clock may differ by, far below the skew that is tested. */
const TOLERANCE_MS = 500;
/** `take.start` names an instant that is so far ahead. */
const LEAD_MS = 1_500;

describe('the clock of a room', () => {
  let nats: NatsServer;
  let service: SessionsUnderTest;
  let key: KeyPrincipal;
  let opened: OpenedSessionDto;

  beforeAll(async () => {
    nats = await NatsServer.start();
    service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2, nats.url);
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });
  beforeEach(async () => {
    for (const index of [0, 1]) service.skew(index, 0);
    key = teamKey();
    opened = await service.opened(key);
  });

  async function connected(participantToken: string, index: number): Promise<RoomClient> {
    const socket = service.connect(opened.session.id, participantToken, index);
    await socket.hear('welcome');
    return socket;
  }

  async function guest(name: string, index: number): Promise<RoomClient> {
    return connected((await service.join(opened, name)).participantToken, index);
  }

  async function host(index: number): Promise<RoomClient> {
    const path = `/console/api/sessions/${opened.session.id}/host`;
    const options = { body: { displayName: 'Host' } };
    const answer = await service.call<JoinedRoomDto>(ownerOf(key), 'POST', path, options);
    return connected(answer.body.participantToken, index);
  }

  /** Runs `ask` and checks that the instant it returns lies within it, by a clock that is right. */
  async function instant(ask: () => Promise<number>, leadMs = 0): Promise<void> {
    const before = Date.now() + leadMs - TOLERANCE_MS;
    const at = await ask();
    expect(at).toBeGreaterThan(before);
    expect(at).toBeLessThan(Date.now() + leadMs + TOLERANCE_MS);
  }

  it('is one, whichever process answers: pings and welcomes agree though the processes are 3 s apart (scenario 70)', async () => {
    service.skew(1, 3);
    for (const index of [0, 1]) {
      let socket: RoomClient | undefined;
      await instant(async () => {
        socket = await guest(`Grace ${index}`, index);
        return (await socket.hear('welcome')).serverTime;
      });
      await instant(async () => {
        socket?.say({ type: 'clock.ping', t0: 1 });
        const { t1, t2 } = (await socket?.hear('clock.pong')) ?? { t1: 0, t2: 0 };
        expect(t2).toBeGreaterThanOrEqual(t1);
        return t1;
      });
    }
  });

  it('names the instants of takes, whichever process the host is at (scenario 70)', async () => {
    service.skew(0, -3);
    service.skew(1, 3);
    const listener = await guest('Grace', 0);
    for (const [takeNumber, index] of [[1, 1] as const, [2, 0] as const]) {
      const stage = await host(index);
      await instant(async () => {
        stage.say({ type: 'take.start' });
        const start = await listener.hear('take.start', (take) => take.takeNumber === takeNumber);
        return start.atServerTime;
      }, LEAD_MS);
      await instant(async () => {
        stage.say({ type: 'take.stop' });
        return (await listener.hear('take.stop', (take) => take.takeNumber === takeNumber)).atServerTime;
      });
    }
    const { takes } = await service.read(key, opened.session.id);
    expect(takes).toHaveLength(2);
    for (const { startedAt, stoppedAt } of takes) expect(stoppedAt).not.toBe(startedAt);
  });

  it('keeps people whose process is behind the one that looks for absent people, and the other way (scenario 70)', async () => {
    const sockets = [await guest('Grace', 0), await guest('Ada', 1)];
    // No call reaches a process whose clock is that wrong; its sockets and jobs go on.
    service.skew(0, -40);
    service.skew(1, 40);
    for (let look = 0; look < 3; look += 1) await service.presence();
    for (const index of [0, 1]) service.skew(index, 0);
    const { participants } = await service.read(key, opened.session.id);
    expect(participants.map(({ leftAt }) => leftAt)).toEqual([null, null]);
    expect(sockets.map(({ closed }) => closed)).toEqual([undefined, undefined]);
  });

  it('tells parts of milliseconds', async () => {
    const socket = await guest('Grace', 0);
    for (let t0 = 0; t0 < 20; t0 += 1) socket.say({ type: 'clock.ping', t0 });
    const pongs = () => socket.heard.filter((message) => message.type === 'clock.pong');
    await until('the pongs', () => pongs().length === 20);
    expect(pongs().some(({ t1 }) => !Number.isInteger(t1))).toBe(true);
    for (const { t1, t2 } of pongs()) expect(t2).toBeGreaterThanOrEqual(t1);
  });
});
