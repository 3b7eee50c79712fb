import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { KeyPrincipal, Problem } from '@capture/contracts';
import { until } from '@capture/testing';
import type { JoinedRoomDto } from '../../src/rooms/room.dto.js';
import type { InviteDto, InvitePageDto } from '../../src/sessions/invite.dto.js';
import type { OpenedSessionDto } from '../../src/sessions/session.dto.js';
import { RoomHub } from '../../src/sockets/room-hub.js';
import type { RoomClient } from '../fixtures/room-client.js';
import { ownerOf, SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

let service: SessionsUnderTest;
let key: KeyPrincipal;
let opened: OpenedSessionDto;
let path: string;

beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  key = teamKey();
  opened = await service.opened(key);
  path = `/v1/sessions/${opened.session.id}`;
});

function join<T = JoinedRoomDto>(token: string, body: object = {}) {
  const options = { body: { displayName: 'Grace', ...body } };
  return service.call<T>(
    { kind: 'capability', token },
    'POST',
    `/v1/rooms/${opened.session.roomCode}/join`,
    options,
  );
}

async function invite(): Promise<InviteDto> {
  return (await service.call<InviteDto>(key, 'POST', `${path}/invites`)).body;
}

async function invites(): Promise<InvitePageDto['data']> {
  return (await service.call<InvitePageDto>(key, 'GET', `${path}/invites`)).body.data;
}

async function connected(participantToken: string): Promise<RoomClient> {
  const socket = service.connect(opened.session.id, participantToken);
  await socket.hear('welcome');
  return socket;
}

async function hosting(): Promise<RoomClient> {
  const options = { body: { displayName: 'Host' } };
  const hostPath = `/console/api/sessions/${opened.session.id}/host`;
  return connected(
    (await service.call<JoinedRoomDto>(ownerOf(key), 'POST', hostPath, options)).body.participantToken,
  );
}

const removal = (participantId: string) =>
  service.call<Problem>(key, 'DELETE', `${path}/participants/${participantId}`);

describe('a guest who is removed', () => {
  it.each(['by the host', 'with a key'])('%s leaves at once and comes back by no token', async (how) => {
    const { inviteToken, inviteId } = await invite();
    const { participantId, participantToken } = (await join(inviteToken)).body;
    const [grace, host] = [await connected(participantToken), await hosting()];
    if (how === 'by the host') host.say({ type: 'participant.remove', participantId });
    else expect((await removal(participantId)).status).toBe(204);
    expect(await grace.hear('error')).toMatchObject({ code: 'link_expired' });
    expect(await grace.ended()).toEqual({ code: 4403, reason: 'removed' });
    await host.hear(
      'presence',
      (one) => one.event === 'left' && one.participant.participantId === participantId,
    );
    const again = service.connect(opened.session.id, participantToken);
    expect(await again.hear('error')).toMatchObject({ code: 'link_expired' });
    expect(await join<Problem>(inviteToken)).toMatchObject({ status: 401, body: { code: 'link_expired' } });
    const { participants } = await service.read(key, opened.session.id);
    const removedAt = expect.any(String) as string;
    expect(participants[0]).toMatchObject({ participantId, inviteId, removedAt, leftAt: removedAt });
    await service.idleOutbox();
    expect(service.eventsOf(opened.session.id, 'session.participant_left')).toHaveLength(1);
    expect((await removal(participantId)).status).toBe(204);
  });

  it('who shared the invite leaves it to the others, and their device is not let in by it again', async () => {
    const { inviteToken, inviteId } = opened;
    const { participantId, participantToken } = (await join(inviteToken)).body;
    expect((await join(inviteToken, { displayName: 'Ada' })).status).toBe(201);
    expect((await removal(participantId)).status).toBe(204);
    expect(await invites()).toMatchObject([{ id: inviteId, revokedAt: null, guestCount: 2 }]);
    expect((await join<Problem>(inviteToken, { participantToken })).status).toBe(401);
    expect((await join(inviteToken, { displayName: 'Eve' })).status).toBe(201);
  });

  it('is heard by nobody from then on, also when their client does not close its socket', async () => {
    const { participantId, participantToken } = (await join(opened.inviteToken)).body;
    const [grace, host] = [await connected(participantToken), await hosting()];
    const { participantId: to } = await host.hear('welcome');
    grace.ignoreClose();
    await removal(participantId);
    await grace.hear('error');
    grace.say({ type: 'chat', text: 'Still here' });
    grace.say({ type: 'signal', to, data: {} });
    grace.hangUp();
    const sockets = () => service.app().get(RoomHub).connections;
    await until('the end', () => !sockets().some((one) => one.participantId === participantId));
    host.say({ type: 'chat', text: 'Now it is quiet' });
    await host.hear('chat', ({ text }) => text === 'Now it is quiet');
    expect(host.heard.filter(({ type }) => type === 'chat' || type === 'signal')).toHaveLength(1);
  });

  it('is no host, no stranger and nobody’s of another organization', async () => {
    await hosting();
    const [host] = (await service.read(key, opened.session.id)).participants;
    const { participantId } = (await join(opened.inviteToken)).body;
    expect(await removal(host?.participantId ?? '')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(
      (await removal(host?.participantId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '')).status,
    ).toBe(404);
    const other = teamKey();
    expect((await service.call(other, 'DELETE', `${path}/participants/${participantId}`)).status).toBe(404);
  });

  it('is removed by hosts alone', async () => {
    const [grace, ada] = [(await join(opened.inviteToken)).body, (await join(opened.inviteToken)).body];
    const socket = await connected(grace.participantToken);
    socket.say({ type: 'participant.remove', participantId: ada.participantId });
    expect(await socket.hear('error')).toMatchObject({ code: 'host_only' });
    const { participants } = await service.read(key, opened.session.id);
    expect(participants.map(({ removedAt }) => removedAt)).toEqual([null, null]);
  });
});

describe('an invite', () => {
  it('that is revoked lets nobody in, and leaves those in the room where they are', async () => {
    const { inviteToken, inviteId } = await invite();
    const { participantToken } = (await join(inviteToken)).body;
    const grace = await connected(participantToken);
    const revoke = () => service.call(key, 'DELETE', `${path}/invites/${inviteId}`);
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(204);
    expect(await join<Problem>(inviteToken)).toMatchObject({ status: 401, body: { code: 'link_expired' } });
    expect((await join(opened.inviteToken, { displayName: 'Ada' })).status).toBe(201);
    grace.say({ type: 'clock.ping', t0: 1 });
    await grace.hear('clock.pong');
    await connected(participantToken);
    const revokedAt = expect.any(String) as string;
    expect(await invites()).toMatchObject([
      { id: inviteId, revokedAt, guestCount: 1 },
      { id: opened.inviteId, revokedAt: null, guestCount: 1 },
    ]);
  });

  it('that is revoked lets those come back whom it had let in, by the token that they got, and nobody else', async () => {
    const { inviteToken, inviteId } = await invite();
    const { participantId, participantToken } = (await join(inviteToken)).body;
    const removed = (await join(opened.inviteToken, { displayName: 'Eve' })).body;
    await removal(removed.participantId);
    const other = await service.join(await service.opened(teamKey()), 'Mallory');
    await service.call(key, 'DELETE', `${path}/invites/${inviteId}`);
    const back = await join(inviteToken, { participantToken });
    expect(back).toMatchObject({ status: 201, body: { participantId, participantToken } });
    await connected(participantToken);
    const strangers = [undefined, 'x'.repeat(43), 7, removed.participantToken, other.participantToken];
    for (const shown of strangers)
      expect(await join<Problem>(inviteToken, { participantToken: shown })).toMatchObject({
        status: 401,
        body: { code: 'link_expired' },
      });
    expect((await join<Problem>('x'.repeat(43), { participantToken })).status).toBe(401);
    await removal(participantId);
    expect((await join<Problem>(inviteToken, { participantToken })).status).toBe(401);
    expect((await service.read(key, opened.session.id)).participantCount).toBe(2);
  });

  it('is listed in pages without its token, and is another organization’s to nobody', async () => {
    const made = [await invite(), await invite()].map(({ inviteId }) => inviteId).toReversed();
    const page = (query: string, as = key) =>
      service.call<InvitePageDto & Problem>(as, 'GET', `${path}/invites${query}`);
    const first = (await page('?limit=2')).body;
    expect(first.data.map(({ id }) => id)).toEqual(made);
    const second = (await page(`?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ data: [{ id: opened.inviteId }], nextCursor: null });
    expect(JSON.stringify([first, second])).not.toContain(opened.inviteToken);
    expect((await page('?cursor=inv_unknown')).body.code).toBe('invalid_cursor');
    const other = teamKey();
    expect((await page('', other)).status).toBe(404);
    expect((await service.call(other, 'DELETE', `${path}/invites/${opened.inviteId}`)).status).toBe(404);
    expect((await service.call(key, 'DELETE', `${path}/invites/inv_unknown`)).status).toBe(404);
  });
});
