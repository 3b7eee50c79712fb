import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  createEvent,
  MemberRemoved,
  newId,
  SignInEnded,
  type KeyPrincipal,
  type MemberPrincipal,
  type Problem,
} from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { memberPrincipal } from '@capture/service-testing';
import { NatsServer, until } from '@capture/testing';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import type { RoomClient } from '../fixtures/room-client.js';
import { SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

describe('a host whose sign-in has ended', () => {
  let nats: NatsServer;
  let service: SessionsUnderTest;
  let key: KeyPrincipal;
  let opened: OpenedSessionDto;
  let ben: MemberPrincipal;

  beforeAll(async () => {
    nats = await NatsServer.start();
    service = await SessionsUnderTest.start(inject('postgresAdminUrl'), 2, nats.url);
    service.uploadAnswers = { 'recordings.open_upload': () => ({ partSize: 8_388_608 }) };
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });
  beforeEach(async () => {
    key = teamKey();
    opened = await service.opened(key);
    ben = memberPrincipal(key, { signInId: newId('request') });
  });

  function host<T = JoinedRoomDto>(member: MemberPrincipal) {
    const { hostToken, session } = opened;
    const body = { displayName: 'Ben', hostToken };
    return service.call<T>(member, 'POST', `/console/api/sessions/${session.id}/host`, { body });
  }

  async function hosting(
    member: MemberPrincipal,
    index = 1,
  ): Promise<JoinedRoomDto & { socket: RoomClient }> {
    const { body } = await host(member);
    const socket = service.connect(opened.session.id, body.participantToken, index);
    await socket.hear('welcome');
    return { ...body, socket };
  }

  async function publish(event: ReturnType<typeof createEvent>): Promise<void> {
    await service.app().get(Bus).publish(event);
  }

  const signOut = ({ organizationId, memberId, signInId }: MemberPrincipal): Promise<void> =>
    publish(createEvent(SignInEnded, organizationId, { memberId, signInId }));

  const remove = ({ organizationId, memberId }: MemberPrincipal): Promise<void> =>
    publish(createEvent(MemberRemoved, organizationId, { memberId }));

  /** Locks the row of a room until what this resolves to is called. */
  async function lock(sessionId: string): Promise<() => Promise<void>> {
    const database = service.app().get(Database);
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.forOrganization(key.organizationId, () =>
      database.runDirectly(async () => {
        await database.query('SELECT FROM session WHERE id = $1 FOR UPDATE', sessionId);
        locked.resolve();
        await released.promise;
      }),
    );
    await Promise.race([locked.promise, holding]);
    return () => {
      released.resolve();
      return holding;
    };
  }

  function openTrack(token: string, takeNumber: number) {
    const body = {
      takeNumber,
      kind: 'camera',
      contentType: 'video/mp4',
      startedAt: new Date().toISOString(),
    };
    const path = `/v1/rooms/${opened.session.id}/tracks`;
    return service.call<OpenedTrackDto & Problem>({ kind: 'capability', token }, 'POST', path, { body });
  }

  it.each([
    ['signed out', signOut],
    ['was removed', remove],
  ])(
    '%s: the socket closes, whichever process has it, and opens no more (scenario 79)',
    async (_how, end) => {
      const { socket, participantToken, participantId } = await hosting(ben);
      const { participantToken: guestToken } = await service.join(opened, 'Grace');
      const grace = service.connect(opened.session.id, guestToken, 0);
      await grace.hear('welcome');
      await end(ben);
      expect(await socket.ended()).toEqual({ code: 4403, reason: 'removed' });
      await grace.hear(
        'presence',
        (one) => one.event === 'left' && one.participant.participantId === participantId,
      );
      for (const index of [0, 1]) {
        const again = service.connect(opened.session.id, participantToken, index);
        expect(await again.hear('error')).toMatchObject({ code: 'link_expired' });
        expect((await again.ended()).code).toBe(4401);
      }
      grace.say({ type: 'clock.ping', t0: 1 });
      await grace.hear('clock.pong');
      await service.idleOutbox();
      expect(service.eventsOf(opened.session.id, 'session.participant_left')).toHaveLength(1);
    },
  );

  it.each([
    ['signed out', signOut],
    ['was removed', remove],
  ])('%s: one room that stays locked keeps them in no other', async (_how, end) => {
    await hosting(ben);
    const release = await lock(opened.session.id);
    opened = await service.opened(key);
    const { socket } = await hosting(ben, 0);
    await end(ben);
    expect(await socket.ended()).toEqual({ code: 4403, reason: 'removed' });
    await release();
  });

  it('does not come in by a call that was already under way (scenario 79)', async () => {
    await signOut(ben);
    await until('the end of the sign-in', async () => {
      const rows = await service.sql('SELECT 1 FROM host_sign_in WHERE id = $1', ben.signInId);
      return rows.length === 1;
    });
    expect(await host<Problem>(ben)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect((await host({ ...ben, signInId: newId('request') })).status).toBe(201);
  });

  it('can neither start, stop nor end anything, though the word to close the socket was lost (scenario 79)', async () => {
    const { socket, participantToken } = await hosting(ben);
    // The rows say it, and no process was told.
    await service.sql('UPDATE session_token SET revoked_at = now() WHERE sign_in_id = $1', ben.signInId);
    const commands = [
      { type: 'take.start' },
      { type: 'take.stop' },
      { type: 'session.end' },
      { type: 'participant.remove', participantId: newId('participant') },
    ];
    for (const message of commands) socket.say(message);
    const refusals = () => socket.heard.filter((message) => message.type === 'error');
    await until('the refusals', () => refusals().length === commands.length);
    expect(refusals().map(({ code }) => code)).toEqual(commands.map(() => 'link_expired'));
    const { status, takes } = await service.read(key, opened.session.id);
    expect({ status, takes }).toEqual({ status: 'open', takes: [] });
    expect(socket.closed).toBeUndefined();
    await service.presence();
    expect((await socket.ended()).code).toBe(4403);
    expect((await openTrack(participantToken, 1)).body.code).toBe('invalid_input');
  });

  it('can still send what was recorded until then, and nothing of later takes (scenario 79)', async () => {
    const { socket, participantToken } = await hosting(ben);
    socket.say({ type: 'take.start' });
    await socket.hear('take.start');
    await remove(ben);
    await socket.ended();
    expect((await openTrack(participantToken, 1)).status).toBe(201);
    const other = await hosting(memberPrincipal(key, { signInId: newId('request') }), 0);
    other.socket.say({ type: 'take.stop' });
    await other.socket.hear('take.stop');
    other.socket.say({ type: 'take.start' });
    await other.socket.hear('take.start', ({ takeNumber }) => takeNumber === 2);
    expect(await openTrack(participantToken, 2)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'takeNumber' },
    });
    expect((await openTrack(participantToken, 1)).status).toBe(201);
  });

  it('stays by another sign-in of the same person', async () => {
    const desk = await hosting(ben, 0);
    const phone = { ...ben, signInId: newId('request') };
    const second = await hosting(phone, 1);
    expect((await desk.socket.ended()).code).toBe(4000);
    await signOut(ben);
    await until('the end of the sign-in', async () => {
      const rows = await service.sql(
        'SELECT 1 FROM host_sign_in WHERE id = $1 AND ended_at IS NOT NULL',
        ben.signInId,
      );
      return rows.length === 1;
    });
    second.socket.say({ type: 'take.start' });
    await second.socket.hear('take.start');
    await service.idleOutbox();
    expect(service.eventsOf(opened.session.id, 'session.participant_left')).toEqual([]);
    expect((await hosting(phone, 0)).participantId).toBe(desk.participantId);
  });
});
