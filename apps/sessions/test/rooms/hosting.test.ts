import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { KeyPrincipal, MemberPrincipal, Problem } from '@capture/contracts';
import { memberPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import type { EndedSessionDto } from '../../src/ending/session-end.dto.js';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto, SessionDetailsDto } from '../../src/sessions/session.dto.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = teamKey();
  opened = await service.opened(key);
});

function host<T = JoinedRoomDto>(member: MemberPrincipal, body: object = {}) {
  const path = `/console/api/sessions/${opened.session.id}/host`;
  return service.call<T>(member, 'POST', path, { body: { displayName: 'Host', ...body } });
}

function end<T = Problem>(member: MemberPrincipal) {
  return service.call<T>(member, 'POST', `/console/api/sessions/${opened.session.id}/end`);
}

describe('the role of a member', () => {
  const refused = (requiredRole: string, action: string) => ({
    status: 403,
    body: { code: 'insufficient_role', requiredRole, action },
  });

  it('lets a viewer neither host a room, with its link or as its host of record, nor end one', async () => {
    const { hostToken } = opened;
    for (const viewer of [memberPrincipal(key), ownerOf(key)].map((one) => ({
      ...one,
      role: 'viewer' as const,
    }))) {
      expect(await host<Problem>(viewer, { hostToken })).toMatchObject(refused('producer', 'rooms.host'));
      expect(await end(viewer)).toMatchObject(refused('producer', 'rooms.end'));
    }
    expect((await host(ownerOf(key))).status).toBe(201);
  });

  it('lets a producer end the room that their key opened, or that they have hosted, and nobody else’s', async () => {
    for (const role of ['producer', 'member'] as const) {
      opened = await service.opened(key);
      const { hostToken } = opened;
      const producer = memberPrincipal(key, { role });
      expect(await end(producer)).toMatchObject(refused('admin', 'rooms.end_any'));
      expect((await host(producer, { hostToken })).status).toBe(201);
      expect((await end(producer)).status).toBe(200);
    }
    opened = await service.opened(key);
    expect((await end({ ...ownerOf(key), role: 'producer' })).status).toBe(200);
  });

  it('lets no producer invite to another’s room, revoke its invites or remove its guests; its host and admins may', async () => {
    const at = `/console/api/sessions/${opened.session.id}`;
    const guest = await service.join(opened, 'Guest');
    const calls = [
      ['POST', `${at}/invites`, 201],
      ['DELETE', `${at}/invites/${opened.inviteId}`, 204],
      ['DELETE', `${at}/participants/${guest.participantId}`, 204],
    ] as const;
    for (const [method, path] of calls)
      expect(await service.call(memberPrincipal(key), method, path)).toMatchObject(
        refused('admin', 'rooms.end_any'),
      );
    const { body } = await service.call<SessionDetailsDto>(key, 'GET', `/v1/sessions/${opened.session.id}`);
    expect(body.participants).toMatchObject([{ leftAt: null }]);
    for (const member of [ownerOf(key), memberPrincipal(key, { role: 'admin' })])
      for (const [method, path, status] of calls)
        expect([path, (await service.call(member, method, path)).status]).toEqual([path, status]);
  });

  it('lets admins and owners end every room of their organization', async () => {
    for (const role of ['admin', 'owner'] as const) {
      opened = await service.opened(key);
      expect((await end(memberPrincipal(teamKey(), { role }))).status).toBe(404);
      expect(await end(memberPrincipal(key, { role }))).toMatchObject({
        status: 200,
        body: { alreadyClosed: false },
      });
    }
  });
});

describe('hosting a room', () => {
  it('is for the member whose key opened it: no guest’s seat is taken', async () => {
    const { status, body } = await host(ownerOf(key));
    expect(status).toBe(201);
    expect(body.session.participants).toMatchObject([{ isGuest: false, displayName: 'Host' }]);
    const socket = service.connect(opened.session.id, body.participantToken);
    await socket.hear('welcome');
    socket.say({ type: 'take.start' });
    expect((await socket.hear('take.start')).takeNumber).toBe(1);
    const dataOf = () => service.eventsOf(opened.session.id, 'session.participant_joined');
    await until('participant_joined', () => dataOf().length === 1);
    expect(dataOf()[0]?.data).toEqual({
      sessionId: opened.session.id,
      participantId: body.participantId,
      isGuest: false,
    });
  });

  it("gives a guest who shows the host's token a seat and a token of their own", async () => {
    const { participantId, participantToken } = (await host(ownerOf(key))).body;
    const principal = { kind: 'capability', token: opened.inviteToken } as const;
    const body = { displayName: 'Grace', participantToken };
    const path = `/v1/rooms/${opened.session.roomCode}/join`;
    const guest = await service.call<JoinedRoomDto>(principal, 'POST', path, { body });
    expect(guest.status).toBe(201);
    expect(guest.body.participantId).not.toBe(participantId);
    expect(guest.body.participantToken).not.toBe(participantToken);
  });

  it('scenario 71: is one participant for a member who reloads ten times, in one tab or two', async () => {
    const first = await host(ownerOf(key));
    let second = first;
    for (let reload = 0; reload < 10; reload += 1) {
      second = await host(ownerOf(key), { displayName: 'Host again' });
      expect([second.status, second.body.participantId]).toEqual([201, first.body.participantId]);
    }
    expect(second.body.session.participants).toMatchObject([{ displayName: 'Host again', leftAt: null }]);
    const { hostToken } = opened;
    const other = await host(memberPrincipal(key), { hostToken });
    expect(other.body.participantId).not.toBe(first.body.participantId);
    for (const { participantToken } of [first.body, second.body])
      await service.connect(opened.session.id, participantToken).hear('welcome');
    await service.idleOutbox();
    expect(service.eventsOf(opened.session.id, 'session.participant_joined')).toHaveLength(2);
  });

  it('takes the host link of another member, and of nobody the link alone', async () => {
    const { hostToken } = opened;
    expect((await host(memberPrincipal(key), { hostToken })).status).toBe(201);
    const principal = { kind: 'capability', token: hostToken } as const;
    const body = { displayName: 'Eve' };
    const path = `/v1/rooms/${opened.session.roomCode}/join`;
    expect((await service.call(principal, 'POST', path, { body })).status).toBe(401);
  });

  it('is refused without the link, with an invite or another room’s link', async () => {
    const other = await service.opened(key);
    for (const hostToken of [undefined, opened.inviteToken, other.hostToken, 'x'.repeat(43)]) {
      expect(await host<Problem>(memberPrincipal(key), { hostToken })).toMatchObject({
        status: 403,
        body: { code: 'host_only' },
      });
    }
  });

  it('is not found by a member of another organization, with the link or not', async () => {
    const { hostToken } = opened;
    for (const body of [{}, { hostToken }])
      expect((await host<Problem>(memberPrincipal(teamKey()), body)).body.code).toBe('not_found');
    const path = `/console/api/sessions/${opened.session.id}/end`;
    expect((await service.call(memberPrincipal(teamKey()), 'POST', path)).status).toBe(404);
  });

  it('is not for API keys, nor are their routes for members', async () => {
    const path = `/console/api/sessions/${opened.session.id}/host`;
    expect((await service.call(key, 'POST', path, { body: { displayName: 'Key' } })).status).toBe(401);
    expect((await service.call(memberPrincipal(key), 'GET', '/v1/sessions')).status).toBe(401);
  });

  it('ends with the session, which its host may end', async () => {
    const { hostToken } = opened;
    const member = memberPrincipal(key);
    expect((await host(member, { hostToken })).status).toBe(201);
    const { status, body } = await end<EndedSessionDto>(member);
    expect(status).toBe(200);
    expect(body).toMatchObject({ alreadyClosed: false, promotion: 'empty' });
    expect(await host<Problem>(member, { hostToken })).toMatchObject({
      status: 409,
      body: { code: 'session_closed' },
    });
  });
});
