import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ChangeMade } from '@capture/contracts';
import { until } from '@capture/testing';
import type { JoinedRoomDto } from '../src/rooms/room.dto.js';
import type { InviteDto } from '../src/sessions/invite.dto.js';
import { ownerOf, SessionsUnderTest, teamKey } from './fixtures/sessions-under-test.js';

let service: SessionsUnderTest;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('the audit log is told who opened, invited to, hosted and ended a room, and whom they removed, also from its socket; guests are in no log', async () => {
  const key = teamKey();
  const { organizationId } = key;
  const member = ownerOf(key);
  const { memberId } = member;
  const { session, inviteToken, inviteId } = await service.opened(key);
  const { body: invite } = await service.call<InviteDto>(key, 'POST', `/v1/sessions/${session.id}/invites`);
  const guest = { kind: 'capability', token: inviteToken } as const;
  const name = { body: { displayName: 'Grace' } };
  const joinPath = `/v1/rooms/${session.roomCode}/join`;
  const { body: grace } = await service.call<JoinedRoomDto>(guest, 'POST', joinPath, name);
  const hosting = `/console/api/sessions/${session.id}/host`;
  const { body: host } = await service.call<JoinedRoomDto>(member, 'POST', hosting, name);
  const socket = service.connect(session.id, host.participantToken);
  await socket.hear('welcome');
  const { participantId } = grace;
  socket.say({ type: 'participant.remove', participantId });
  await socket.hear('presence', ({ event }) => event === 'left');
  await service.call(key, 'DELETE', `/v1/sessions/${session.id}/participants/${participantId}`);
  for (let time = 0; time < 2; time += 1)
    await service.call(key, 'DELETE', `/v1/sessions/${session.id}/invites/${invite.inviteId}`);
  socket.say({ type: 'session.end' });
  await socket.ended();
  await service.call(key, 'POST', `/v1/sessions/${session.id}/end`);

  const changes = (): ChangeMade[] =>
    service.events
      .filter((event) => event.type === 'change.made' && event.organizationId === organizationId)
      .map(({ data }) => data as ChangeMade);
  await until('session.ended', () => service.eventsOf(session.id, 'session.ended').length === 1);
  await until('the changes', () => changes().length >= 6);
  const [ip, subject] = ['203.0.113.7', session.id];
  const of = (actor: string, action: string, detail: object = {}): ChangeMade => {
    return { actor, ip, action, subject, detail };
  };
  expect(changes()).toEqual([
    of(key.keyId, 'session.opened'),
    of(key.keyId, 'session.invited', { inviteId: invite.inviteId, expiresAt: invite.expiresAt }),
    of(memberId, 'session.hosted', { participantId: host.participantId }),
    of(memberId, 'session.participant_removed', { participantId, revokedInviteId: inviteId }),
    of(key.keyId, 'session.invite_revoked', { inviteId: invite.inviteId }),
    of(memberId, 'session.ended'),
  ]);
});
