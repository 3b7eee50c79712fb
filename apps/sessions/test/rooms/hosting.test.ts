import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { KeyPrincipal, MemberPrincipal, Problem } from '@capture/contracts';
import { memberPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import type { EndedSessionDto } from '../../src/ending/session-end.dto.js';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
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

  it('ends with the session, which a member may end', async () => {
    const member = memberPrincipal(key);
    const path = `/console/api/sessions/${opened.session.id}/end`;
    const { status, body } = await service.call<EndedSessionDto>(member, 'POST', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ alreadyClosed: false, promotion: 'empty' });
    const { hostToken } = opened;
    expect(await host<Problem>(member, { hostToken })).toMatchObject({
      status: 409,
      body: { code: 'session_closed' },
    });
  });
});
