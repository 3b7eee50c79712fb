import { newId } from '@capture/contracts';
import type { Method } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Request } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

describe('list', () => {
  async function ids(integrator: Integrator, query: string): Promise<string[]> {
    const { status, body, text } = await integrator.call<{ data: Request[] }>('GET', query);
    if (status !== 200) throw new Error(text);
    return body.data.map(({ id }) => id);
  }

  it('walks every request once, newest first, and ends with a null cursor', async () => {
    const integrator = new Integrator(service);
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.unshift((await integrator.create()).id);
    const walked: string[] = [];
    let cursor = '';
    do {
      const { body } = await integrator.call<{ data: Request[]; nextCursor: string | null }>(
        'GET',
        `?limit=3${cursor && `&cursor=${cursor}`}`,
      );
      walked.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(walked).toEqual(made);
  });

  it('filters by the status of the moment: a passed deadline counts at its instant', async () => {
    const integrator = new Integrator(service);
    const draft = await integrator.create({ status: 'draft' });
    const active = await integrator.create();
    const due = await integrator.create({
      deadlineAt: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
    });
    const closed = await integrator.create();
    await integrator.call('POST', `/${closed.id}/close`);
    expect(await ids(integrator, '?status=active')).toEqual([due.id, active.id]);
    service.clock.advance(3600);
    expect(await ids(integrator, '?status=active')).toEqual([active.id]);
    expect(await ids(integrator, '?status=closed')).toEqual([closed.id, due.id]);
    expect(await ids(integrator, '?status=closed&limit=1')).toEqual([closed.id]);
    expect(await ids(integrator, '?status=draft')).toEqual([draft.id]);
    expect(await ids(integrator, '')).toEqual([closed.id, due.id, active.id, draft.id]);
  });

  it('finds a text anywhere in titles, as it stands, in small or capital letters of every script, page by page', async () => {
    const integrator = new Integrator(service);
    const titles = [
      'Ünder the %_ \\ tree',
      'under no tree',
      'ПРИВЕТ',
      '山の木',
      "it's 100% done",
      'draft tree',
    ];
    const made: string[] = [];
    for (const title of titles)
      made.push(
        (await integrator.create({ title, status: title.startsWith('draft') ? 'draft' : 'active' })).id,
      );
    const found = async (title: string, query = '') =>
      (await ids(integrator, `?title=${encodeURIComponent(title)}${query}`)).map(
        (id) => titles[made.indexOf(id)],
      );
    expect(await found('TREE')).toEqual(['draft tree', 'under no tree', titles[0]]);
    expect(await found('tree', '&status=active')).toEqual(['under no tree', titles[0]]);
    expect(await found('tree', '&status=draft')).toEqual(['draft tree']);
    expect(await found('tree', '&status=closed')).toEqual([]);
    expect(await found('tree', `&limit=1&cursor=${made.at(-1)}`)).toEqual(['under no tree']);
    expect(await found('tree', `&limit=1&cursor=${made[1]}`)).toEqual([titles[0]]);
    expect(await found('ün')).toEqual([titles[0]]);
    expect(await found('привет')).toEqual(['ПРИВЕТ']);
    expect(await found('の')).toEqual(['山の木']);
    for (const sign of ['%', '_', '\\', "'"]) {
      const holders = titles.filter((title) => title.includes(sign)).reverse();
      expect([sign, await found(sign)]).toEqual([sign, holders]);
    }
    expect(await found('nowhere')).toEqual([]);
    await new Integrator(service).create({ title: 'nowhere' });
    expect(await found('nowhere')).toEqual([]);
    for (const query of ['title=', `title=${'x'.repeat(201)}`, 'title=a%00'])
      expect((await integrator.call('GET', `?${query}`)).body['field']).toBe('title');
  });

  it('scenario 54: a foreign, unknown or malformed cursor is refused, never an empty page', async () => {
    const integrator = new Integrator(service);
    await integrator.create();
    const foreign = await new Integrator(service).create();
    const long = 'x'.repeat(1_000);
    for (const cursor of [
      foreign.id,
      newId('captureRequest'),
      newId('contact'),
      'x',
      '',
      "'--",
      '%00',
      long,
    ]) {
      const { status, body } = await integrator.call('GET', `?cursor=${cursor}`);
      expect([cursor, status, body['code']]).toEqual([cursor, 400, 'invalid_cursor']);
    }
  });

  it('refuses limits outside 1 to 100 and unknown filters', async () => {
    const integrator = new Integrator(service);
    for (const query of ['limit=0', 'limit=101', 'limit=a', 'limit=1.5', 'limit=-1', 'limit=']) {
      const { status, body } = await integrator.call('GET', `?${query}`);
      expect([query, status, body['field']]).toEqual([query, 400, 'limit']);
    }
    expect((await integrator.call('GET', '?status=open')).body['field']).toBe('status');
    expect((await integrator.call('GET', '?state=open')).body['field']).toBe('state');
  });
});

describe('who may call', () => {
  it('another organization sees 404 on every route, as for an id that nobody has', async () => {
    const owner = new Integrator(service);
    const stranger = new Integrator(service);
    const { id } = await owner.create();
    const { contact } = await owner.invite(id);
    const contacts = { contacts: [{ email: 'a@example.com', name: 'a' }] };
    const routes: [Method, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', ''],
      ['POST', '/close'],
      ['GET', '/contacts'],
      ['POST', '/contacts', contacts],
      ['DELETE', `/contacts/${contact.id}`],
      ['GET', '/submissions'],
      ['GET', `/submissions/${newId('submission')}`],
    ];
    for (const [method, path, body] of routes) {
      const refused = [
        await stranger.call(method, `/${id}${path}`, body),
        await stranger.call(method, `/${newId('captureRequest')}${path}`, body),
        await owner.call(method, `/crq_nonsense${path}`, body),
      ];
      for (const answer of refused)
        expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, 404, 'not_found']);
    }
    expect((await owner.call('GET', `/${id}`)).body['counts']).toEqual({ contacts: 1, submissions: 0 });
  });

  it('a link key, an operator or nobody in particular is refused on routes of keys', async () => {
    for (const principal of [
      { kind: 'capability', token: 'x' },
      { kind: 'operator' },
      { kind: 'public' },
    ] as const) {
      const { status, body } = await service.call(principal, 'GET', '/v1/capture-requests');
      expect([status, body['code']]).toEqual([401, 'unauthorized']);
    }
  });
});
