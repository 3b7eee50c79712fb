import { until } from '@capture/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { ChangeStream } from '../../harness/clients/change-stream.js';
import { Operator } from '../../harness/clients/operator.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { Members, type SignedInAs } from '../../harness/organizations/members.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** A stream asks about its sign-in every 30 seconds: an end before is one that was told. */
const BEFORE_IT_ASKS_MS = 20_000;

describe(`the stream of changes (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const operator = new Operator(credentials);
  const members = new Members(operator, credentials.baseUrl);
  let organizationId: string;
  let owner: SignedInAs;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Changes');
    owner = await members.add(organizationId, 'owner');
  });

  it.each([
    ['they sign out', ({ api }: SignedInAs) => api.call('POST', '/sign-out')],
    ['their role changes', ({ id }: SignedInAs) => changed('PATCH', id, { role: 'viewer' })],
    ['they are removed', ({ id }: SignedInAs) => changed('DELETE', id)],
  ] as const)('of a member ends at once when %s, and nobody else’s does', async (what, act) => {
    const person = await members.add(organizationId, 'admin');
    const [stream, others] = [await ChangeStream.open(person.api), await ChangeStream.open(owner.api)];
    const begun = performance.now();
    expect((await act(person)).status).toBeLessThan(300);
    const answered = performance.now();
    await until('the stream to end', () => stream.endedAt !== undefined, BEFORE_IT_ASKS_MS);
    const took = (stream.endedAt ?? 0) - answered;
    const asked = (answered - begun).toFixed(0);
    process.stdout.write(`${MODE}: ${what}: ended ${took.toFixed(0)} ms after an answer of ${asked} ms\n`);
    expect(others.endedAt).toBeUndefined();
    others.close();
  });

  it('of a member ends at once when their organization is deleted, and so do their room, their cookie and its keys', async () => {
    const deletedId = await operator.organization('platform', 'Deleted');
    const person = await members.add(deletedId, 'owner');
    const { key } = await operator.key(deletedId);
    const api = new Api(credentials.baseUrl, key);
    const room = await api.post<OpenedRoom>('/v1/sessions');
    const host = new SignedInMember(person.api);
    const socket = await (await RoomParticipant.host(api, host, room.session.id, room.hostToken)).connect();
    const [stream, others] = [await ChangeStream.open(person.api), await ChangeStream.open(owner.api)];
    const begun = performance.now();
    await operator.call('POST', `/orgs/${deletedId}/deletion`, { graceDays: 0 });
    const answered = performance.now();
    const since = async (what: string, condition: () => unknown): Promise<[string, number]> => {
      await until(what, condition, BEFORE_IT_ASKS_MS);
      return [what, Math.round(performance.now() - answered)];
    };
    const took = await Promise.all([
      since('the stream to end', () => stream.endedAt !== undefined),
      since('the room to close', () => socket.closed !== undefined),
      since('the cookie to be refused', async () => (await person.api.call('GET', '/me')).status === 401),
      since('the key to be refused', async () => (await api.call('GET', '/v1/recordings')).status === 401),
    ]);
    const figures = took.map(([what, ms]) => `${what} ${ms} ms`).join(', ');
    const asked = (answered - begun).toFixed(0);
    process.stdout.write(`${MODE}: an organization is deleted: ${figures} after an answer of ${asked} ms\n`);
    expect(others.endedAt).toBeUndefined();
    others.close();
  });

  it('tells who manages webhooks of deliveries, and who erases of erasures; a viewer of neither', async () => {
    const viewer = await members.add(organizationId, 'viewer');
    const [own, theirs] = [await ChangeStream.open(owner.api), await ChangeStream.open(viewer.api)];
    await owner.api.call('POST', '/erasures', { body: { email: 'nobody@example.org' } });
    await until('the erasure to be told', () => own.types.includes('erasure.changed'));
    const url = 'http://127.0.0.1:9/';
    await owner.api.call('POST', '/webhook-endpoints', { body: { url, events: ['*'] } });
    await owner.api.call('POST', '/capture-requests', { body: { title: 'One', prompt: 'Why?' } });
    const created = 'capture_request.created';
    await until('both to be told', () => own.types.includes(created) && theirs.types.includes(created));
    await until('the delivery to be told', () => own.types.includes('webhook_delivery.changed'));
    expect(theirs.types.filter((type) => /^(webhook|erasure)/.test(type))).toEqual([]);
    for (const stream of [own, theirs]) stream.close();
  });

  function changed(method: 'PATCH' | 'DELETE', id: string, body?: object) {
    return owner.api.call(method, `/members/${id}`, body ? { body } : {});
  }
});
