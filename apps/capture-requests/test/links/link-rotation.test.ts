import type { Method } from '@capture/service-testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Contact, type Request } from '../fixtures/integrator.js';
import { linkOf, openingBody, Respondent, type Link } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => service.fakes.reset());

const OPENING = { clientTakeId: 'the-same-take', respondentId: 'the-same-person' };

interface Case {
  kind: string;
  /** A request with such a link. */
  make: (integrator: Integrator, body?: object) => Promise<{ request: Request; link: Link; path: string }>;
  linkIn: (answer: Record<string, unknown>) => string;
}

const CASES: Case[] = [
  {
    kind: 'personal link',
    make: async (integrator, body) => {
      const request = await integrator.create(body);
      const { contact, link } = await integrator.invite(request.id);
      return { request, link, path: `/${request.id}/contacts/${contact.id}/rotate-link` };
    },
    linkIn: (answer) => (answer as unknown as Contact).link,
  },
  {
    kind: 'open link',
    make: async (integrator, body) => {
      const { request, link } = await integrator.createOpen(body);
      return { request, link, path: `/${request.id}/rotate-open-link` };
    },
    linkIn: (answer) => (answer as unknown as Request).openLink?.url ?? '',
  },
];

describe.each(CASES)('rotating a $kind', ({ make, linkIn }) => {
  const integrator = (): Integrator => new Integrator(service);
  const dead = async (person: Respondent, method: Method, url: string, body?: unknown): Promise<void> => {
    const { status, body: problem } = await person.call(method, url, body);
    expect([method, url, status, problem['code']]).toEqual([method, url, 401, 'link_expired']);
  };

  it('answers the object with its new link; the old one is dead, the new one works', async () => {
    const who = integrator();
    const { request, link, path } = await make(who);
    const rotated = await who.call('POST', path);
    expect(rotated.status).toBe(200);
    const fresh = linkOf(linkIn(rotated.body));
    expect(fresh.path).toBe(link.path);
    expect(fresh.key).not.toBe(link.key);
    await dead(new Respondent(service, link), 'GET', link.path);
    await dead(new Respondent(service, link), 'POST', `${link.path}/takes`, openingBody());
    expect((await new Respondent(service, fresh).call('GET', fresh.path)).status).toBe(200);
    const listed = path.includes('/contacts/')
      ? (await who.call<{ data: Contact[] }>('GET', `/${request.id}/contacts`)).body.data[0]
      : (await who.call('GET', `/${request.id}`)).body;
    expect(linkIn(listed as Record<string, unknown>)).toBe(linkIn(rotated.body));
  });

  it('stops takes in flight under either key, until they are opened again under the new one', async () => {
    const who = integrator();
    const { link, path, request } = await make(who);
    const before = new Respondent(service, link);
    const takeId = await before.mustOpen(OPENING);
    const after = new Respondent(service, linkOf(linkIn((await who.call('POST', path)).body)));
    for (const person of [before, after]) {
      await dead(person, 'GET', `/v1/respond/takes/${takeId}`);
      const refused = await person.complete(takeId);
      expect([refused.status, refused.body.code]).toEqual([401, 'link_expired']);
    }
    expect(await who.submissions(request.id)).toEqual([]);
    expect(await after.mustOpen(OPENING)).toBe(takeId);
    expect((await after.complete(takeId)).status).toBe(201);
  });

  it('while a take lands refuses it; opened again under the new link it is sent anew', async () => {
    const who = integrator();
    const { link, path, request } = await make(who);
    const before = new Respondent(service, link);
    const takeId = await before.mustOpen(OPENING);
    let fresh = link;
    service.fakes.before = on('recordings.complete_upload', async () => {
      fresh = linkOf(linkIn((await who.call('POST', path)).body));
    });
    const refused = await before.complete(takeId);
    expect([refused.status, refused.body.code]).toEqual([401, 'link_expired']);
    service.fakes.reset();
    const after = new Respondent(service, fresh);
    const again = await after.mustOpen(OPENING);
    expect(again).not.toBe(takeId);
    expect(await after.mustOpen(OPENING)).toBe(again);
    expect((await after.complete(again)).status).toBe(201);
    expect(await who.submissions(request.id)).toHaveLength(1);
    await dead(after, 'GET', `/v1/respond/takes/${takeId}`);
  });

  it('and sent anew it does not replace what the same person has sent since', async () => {
    const who = integrator();
    const { link, path, request } = await make(who);
    const before = new Respondent(service, link);
    const takeId = await before.mustOpen(OPENING);
    let fresh = link;
    service.fakes.before = on('recordings.complete_upload', async () => {
      fresh = linkOf(linkIn((await who.call('POST', path)).body));
    });
    expect((await before.complete(takeId)).status).toBe(401);
    service.fakes.reset();
    const after = new Respondent(service, fresh);
    const newer = await after.submit({ ...OPENING, clientTakeId: 'the-newer-take' });
    const refused = await after.complete(await after.mustOpen(OPENING));
    expect([refused.status, refused.body.code]).toEqual([409, 'superseded']);
    expect(await who.submissions(request.id)).toMatchObject([{ id: newer }]);
  });

  it('while completing a take waits leaves it, and opened again under the new link it lands', async () => {
    const who = integrator();
    const { link, path, request } = await make(who);
    const before = new Respondent(service, link);
    const takeId = await before.mustOpen(OPENING);
    service.fakes.before = on('recordings.complete_upload', unavailable);
    expect((await before.complete(takeId)).status).toBe(503);
    service.fakes.reset();
    const after = new Respondent(service, linkOf(linkIn((await who.call('POST', path)).body)));
    expect(await after.mustOpen(OPENING)).toBe(takeId);
    expect((await after.complete(takeId)).status).toBe(201);
    expect(await who.submissions(request.id)).toHaveLength(1);
  });

  it('after a take was superseded leaves it so, and the new link says why', async () => {
    const who = integrator();
    const { link, path } = await make(who);
    const before = new Respondent(service, link);
    const takeId = await before.mustOpen(OPENING);
    await before.submit({ ...OPENING, clientTakeId: 'the-other-take' });
    expect((await before.complete(takeId)).body.code).toBe('superseded');
    const after = new Respondent(service, linkOf(linkIn((await who.call('POST', path)).body)));
    expect(await after.mustOpen(OPENING)).toBe(takeId);
    expect((await after.complete(takeId)).body.code).toBe('superseded');
  });

  it('frees the room that takes of the old link took', async () => {
    const who = integrator();
    const { link, path } = await make(who);
    const thief = new Respondent(service, link);
    for (let count = 0; count < 3; count += 1) await thief.mustOpen({ respondentId: 'me' });
    expect((await thief.open({ respondentId: 'me' })).status).toBe(429);
    const person = new Respondent(service, linkOf(linkIn((await who.call('POST', path)).body)));
    expect((await person.open({ respondentId: 'me' })).status).toBe(201);
  });

  it('has its effect once under one Idempotency-Key, and twice under two', async () => {
    const who = integrator();
    const { path } = await make(who);
    const rotate = async (key: string): Promise<string> =>
      linkIn((await who.call('POST', path, undefined, { 'idempotency-key': key })).body);
    const [first, again, other] = [await rotate('a'), await rotate('a'), await rotate('b')];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('takes no body, and refuses what one asks for', async () => {
    const who = integrator();
    const { link, path } = await make(who);
    const refused = await who.call('POST', path, { overlapSec: 60 });
    expect([refused.status, refused.body['field']]).toEqual([400, 'overlapSec']);
    const still = new Respondent(service, link);
    expect((await still.call('GET', link.path)).status).toBe(200);
  });

  it('every one of many at once gives another key, and only the last works', async () => {
    const who = integrator();
    const { path } = await make(who);
    const answers = await Promise.all(Array.from({ length: 6 }, () => who.call('POST', path)));
    const links = answers.map(({ body }) => linkOf(linkIn(body)));
    expect(new Set(links.map(({ key }) => key)).size).toBe(6);
    const shown = await Promise.all(
      links.map((each) => new Respondent(service, each).call('GET', each.path)),
    );
    expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is for a draft as well, and not for a closed request, an unknown or a foreign one', async () => {
    const who = integrator();
    const { request, path } = await make(who, { status: 'draft' });
    expect((await who.call('POST', path)).status).toBe(200);
    const stranger = await integrator().call('POST', path);
    const unknown = await who.call('POST', path.replace(/(cnt|crq)_\w/, '$1_7'));
    for (const refused of [stranger, unknown])
      expect([refused.status, refused.body['code']]).toEqual([404, 'not_found']);
    await who.call('POST', `/${request.id}/close`);
    const closed = await who.call('POST', path);
    expect([closed.status, closed.body['code']]).toEqual([409, 'capture_request_closed']);
  });
});

describe('rotating the open link', () => {
  it('is a conflict where there is none, or none any more', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const rotate = async (): Promise<unknown[]> => {
      const { status, body } = await integrator.call('POST', `/${id}/rotate-open-link`);
      return [status, body['code']];
    };
    expect(await rotate()).toEqual([409, 'conflict']);
    await integrator.call('PATCH', `/${id}`, { openLink: true });
    expect((await rotate())[0]).toBe(200);
    await integrator.call('PATCH', `/${id}`, { openLink: false });
    expect(await rotate()).toEqual([409, 'conflict']);
  });

  it('switching it off and on again gives another key too, and never an earlier one', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const keys = [link.key];
    for (const step of ['off and on', 'rotate', 'off and on', 'rotate']) {
      if (step === 'off and on') await integrator.call('PATCH', `/${request.id}`, { openLink: false });
      const { body } = await (step === 'rotate'
        ? integrator.call<Request>('POST', `/${request.id}/rotate-open-link`)
        : integrator.call<Request>('PATCH', `/${request.id}`, { openLink: true }));
      keys.push(linkOf(body.openLink?.url ?? '').key);
    }
    expect(new Set(keys).size).toBe(5);
    for (const key of keys.slice(0, -1))
      expect((await new Respondent(service, { ...link, key }).call('GET', link.path)).status).toBe(401);
  });
});
