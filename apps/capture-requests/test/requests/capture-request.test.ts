import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Request } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const MINIMAL = { title: 'Title', prompt: 'Prompt?' };

describe('create', () => {
  it('makes a draft with the defaults unless told otherwise', async () => {
    const { status, body } = await new Integrator(service).call('POST', '', MINIMAL);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...MINIMAL,
      id: expect.stringMatching(/^crq_/),
      status: 'draft',
      maxDurationSec: 300,
      metadata: {},
      deadlineAt: null,
      maxContacts: 1000,
      release: { required: false, text: null, version: null },
      openLink: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      launchedAt: null,
      closedAt: null,
      closedReason: null,
      counts: { contacts: 0, submissions: 0 },
    });
  });

  it('active skips the draft, and tells of both', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ metadata: { a: 1 } });
    expect(request).toMatchObject({ status: 'active', launchedAt: request['createdAt'] });
    await service.awaitEvents(request.id, 'capture_request.launched');
    expect(service.eventsOf(request.id).map(({ type, data }) => [type, data['metadata']])).toEqual([
      ['capture_request.created', '{"a":1}'],
      ['capture_request.launched', '{"a":1}'],
    ]);
  });

  const refusals: [string, unknown, string][] = [
    ['no title', { prompt: 'p' }, 'title'],
    ['a title of another type', { ...MINIMAL, title: 1 }, 'title'],
    ['an empty prompt', { ...MINIMAL, prompt: '' }, 'prompt'],
    ['a NUL in the prompt', { ...MINIMAL, prompt: 'a\u0000b' }, 'prompt'],
    ['half a character in the title', { ...MINIMAL, title: 'a\ud800' }, 'title'],
    ['a deadline in a form that few read', { ...MINIMAL, deadlineAt: '2030-W01-1T00:00:00Z' }, 'deadlineAt'],
    ['a line break in the title', { ...MINIMAL, title: 'a\nb' }, 'title'],
    ['status closed', { ...MINIMAL, status: 'closed' }, 'status'],
    ['maxDurationSec too small', { ...MINIMAL, maxDurationSec: 4 }, 'maxDurationSec'],
    ['maxDurationSec too large', { ...MINIMAL, maxDurationSec: 7201 }, 'maxDurationSec'],
    ['maxDurationSec no integer', { ...MINIMAL, maxDurationSec: 5.5 }, 'maxDurationSec'],
    ['metadata no object', { ...MINIMAL, metadata: [1] }, 'metadata'],
    ['metadata null', { ...MINIMAL, metadata: null }, 'metadata'],
    ['metadata over 16 KiB', { ...MINIMAL, metadata: { a: 'é'.repeat(8190) } }, 'metadata'],
    ['a deadline in year 10000', { ...MINIMAL, deadlineAt: '9999-12-31T23:59:59-01:00' }, 'deadlineAt'],
    ['a deadline in the past', { ...MINIMAL, deadlineAt: '2020-01-01T00:00:00.000Z' }, 'deadlineAt'],
    ['a deadline without a zone', { ...MINIMAL, deadlineAt: '2030-01-01T00:00:00' }, 'deadlineAt'],
    ['a deadline that is no date', { ...MINIMAL, deadlineAt: '2030-02-31T00:00:00Z' }, 'deadlineAt'],
    [
      'a deadline in no year that can be stored',
      { ...MINIMAL, deadlineAt: '+275760-09-14T00:00:00Z' },
      'deadlineAt',
    ],
    ['a release required without text', { ...MINIMAL, release: { required: true } }, 'release.text'],
    [
      'an unknown member of the release',
      { ...MINIMAL, release: { text: 'a', version: 'v9' } },
      'release.version',
    ],
    ['openLink no boolean', { ...MINIMAL, openLink: 'true' }, 'openLink'],
  ];
  it.each(refusals)('refuses %s, naming the field', async (_title, body, field) => {
    const answer = await new Integrator(service).call('POST', '', body);
    expect([answer.status, answer.body['code'], answer.body['field']]).toEqual([400, 'invalid_input', field]);
  });

  it('refuses a body of any depth without falling over', async () => {
    const integrator = new Integrator(service);
    for (const levels of [300, 4000, 200_000]) {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      for (const member of ['metadata', 'title', 'unknown']) {
        const raw = `{"title":"t","prompt":"p","${member}":${deep}}`;
        const { status, body } = await service.call(integrator.key, 'POST', '/v1/capture-requests', { raw });
        expect([status, body['code']]).toEqual([400, 'invalid_input']);
      }
    }
  });

  it('scenario 45: refuses every member that is not for callers to write', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create();
    const readOnly = {
      id: request.id,
      organizationId: newId('organization'),
      counts: {},
      createdAt: request['createdAt'],
      closedAt: null,
    };
    const more = {
      closedReason: null,
      launchedAt: null,
      updatedAt: null,
      maxContacts: 5000,
      campaignId: newId('campaign'),
      submissionCount: 1,
    };
    for (const [field, value] of Object.entries({ ...readOnly, ...more })) {
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${request.id}`],
      ] as const) {
        const answer = await integrator.call(method, path, {
          ...(method === 'POST' ? MINIMAL : {}),
          [field]: value,
        });
        expect([answer.status, answer.body['field']]).toEqual([400, field]);
      }
    }
    expect((await integrator.call('GET', `/${request.id}`)).body).toEqual(request);
  });

  it('waits while the allowance is spent', async () => {
    service.fakes.allowanceSpent = true;
    const { status, body } = await new Integrator(service).call('POST', '', MINIMAL);
    service.fakes.reset();
    expect([status, body['code']]).toEqual([402, 'capture_allowance_reached']);
  });

  it('waits while the organization is paused, by its key or by what accounts says', async () => {
    const byKey = await new Integrator(service, keyPrincipal({ organizationPaused: true })).call(
      'POST',
      '',
      MINIMAL,
    );
    service.fakes.organizationPaused = true;
    const byAccounts = await new Integrator(service).call('POST', '', MINIMAL);
    service.fakes.reset();
    for (const { status, body } of [byKey, byAccounts])
      expect([status, body['code']]).toEqual([409, 'organization_paused']);
  });

  it('scenario 49: 100 calls with one Idempotency-Key make one request', async () => {
    const integrator = new Integrator(service);
    const headers = { 'idempotency-key': 'one-and-the-same' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        integrator.call<Request & { code?: string }>('POST', '', MINIMAL, headers),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.code]).toEqual([409, 'idempotency_in_progress']);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const replay = await integrator.call('POST', '', MINIMAL, headers);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.text).toBe(made[0]?.text);
    const { body } = await integrator.call<{ data: unknown[] }>('GET', '');
    expect(body.data).toHaveLength(1);
    const other = await integrator.call('POST', '', { ...MINIMAL, title: 'Another' }, headers);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('names that lead to the prototype', () => {
  const names = ['"__proto__"', '"\\u005f_proto__"', '"constructor"', '"const\\u0072uctor"'];

  it.each(names)(
    '%s in metadata is kept and shown as it was sent, and changes nothing else',
    async (name) => {
      const integrator = new Integrator(service);
      const metadata = `{${name}:{"prototype":{"polluted":1},"polluted":1},"a":[{${name}:"polluted"}]}`;
      const raw = `{"title":"t","prompt":"p","metadata":${metadata}}`;
      const created = await service.call<Request>(integrator.key, 'POST', '/v1/capture-requests', { raw });
      expect([created.status, created.text]).toEqual([
        201,
        expect.stringContaining(`"metadata":${metadata}`),
      ]);
      const patched = await service.call(integrator.key, 'PATCH', `/v1/capture-requests/${created.body.id}`, {
        raw: `{"metadata":${metadata}}`,
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      const read = await integrator.call('GET', `/${created.body.id}`);
      for (const { text } of [patched, read]) expect(text).toContain(`"metadata":${metadata}`);
      const [event] = await service.awaitEvents(created.body.id, 'capture_request.created');
      expect(event?.data['metadata']).toBe(metadata);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(await integrator.create()).toMatchObject({ metadata: {}, title: 'Title' });
    },
  );

  it.each(names)('%s anywhere else is an unknown field, and named', async (name) => {
    const integrator = new Integrator(service);
    const known = JSON.parse(name) as string;
    const { id } = await integrator.create();
    const bodies: [string, string, string][] = [
      ['', `{"title":"t","prompt":"p",${name}:{"status":"active"}}`, known],
      ['', `{"title":"t","prompt":"p","release":{"text":"a",${name}:{"prototype":{}}}}`, `release.${known}`],
      [`/${id}/contacts`, `{"contacts":[{"email":"a@b.co","name":"a",${name}:1}]}`, `contacts.0.${known}`],
    ];
    for (const [path, raw, field] of bodies) {
      const { status, body } = await service.call(integrator.key, 'POST', `/v1/capture-requests${path}`, {
        raw,
      });
      expect([status, body['code'], body['field']]).toEqual([400, 'invalid_input', field]);
      expect(body['errors']).toMatchObject([{ field, code: 'unknown_field' }]);
    }
    const query = await integrator.call('GET', `?${known}=1`);
    expect([query.status, query.body['field']]).toEqual([400, known]);
  });
});

describe('metadata', () => {
  const verbatim = '{"b": 1,"2":12345678901234567890, "1":"\\u0000é","n":null,"deep":{"metadata":[1.0]}}';

  it('is answered as the text that was sent, on creation and on every read', async () => {
    const integrator = new Integrator(service);
    const raw = `{"title":"t","prompt":"p","metadata":  ${verbatim} }`;
    const created = await service.call<Request>(integrator.key, 'POST', '/v1/capture-requests', { raw });
    expect(created.status).toBe(201);
    const reads = [
      created.text,
      (await integrator.call('GET', `/${created.body.id}`)).text,
      (await integrator.call('GET', '')).text,
    ];
    for (const text of reads) expect(text).toContain(`"metadata":${verbatim}`);
    const replaced = await service.call(integrator.key, 'PATCH', `/v1/capture-requests/${created.body.id}`, {
      raw: '{"metadata":{"z":null,"a":{}}}',
    });
    expect(replaced.text).toContain('"metadata":{"z":null,"a":{}}');
    const emptied = await integrator.call('PATCH', `/${created.body.id}`, { metadata: null });
    expect(emptied.body['metadata']).toEqual({});
  });

  it('is kept also where the body begins with a byte order mark, as some clients write it', async () => {
    const integrator = new Integrator(service);
    const raw = `\ufeff{"title":"t","prompt":"p","metadata":${verbatim}}`;
    const created = await service.call<Request>(integrator.key, 'POST', '/v1/capture-requests', { raw });
    expect([created.status, created.text]).toEqual([201, expect.stringContaining(`"metadata":${verbatim}`)]);
    const path = `/v1/capture-requests/${created.body.id}`;
    const patched = await service.call(integrator.key, 'PATCH', path, { raw: '\ufeff{"metadata":{"z":1}}' });
    expect(patched.text).toContain('"metadata":{"z":1}');
  });

  it('may have exactly 16 KiB as sent', async () => {
    const integrator = new Integrator(service);
    const filler = 'x'.repeat(16 * 1024 - '{"a":""}'.length);
    const request = await integrator.create({ metadata: { a: filler } });
    expect(request['metadata']).toEqual({ a: filler });
  });
});
