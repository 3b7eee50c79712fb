import { invalidField } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;
const LIMITS = { CAPTURE_OPEN_TAKES_PER_CAMPAIGN: '5', CAPTURE_MAX_TAKE_BYTES: '5000' };

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), { env: LIMITS });
});
afterAll(() => service.stop());
afterEach(() => service.fakes.reset());

describe('opening a take', () => {
  it('is idempotent by clientTakeId, of one person', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const mine = { clientTakeId: 'c-1', respondentId: 'r-1' };
    const opened = await Promise.all(Array.from({ length: 5 }, () => person.open(mine)));
    expect(new Set(opened.map(({ body }) => body.takeId)).size).toBe(1);
    expect(opened[0]?.body.partSize).toBe(5 * 1024 * 1024);
    expect(await person.mustOpen({ ...mine, respondentId: 'r-2' })).not.toBe(opened[0]?.body.takeId);
  });

  const refusals: [string, object, number, string, string | undefined][] = [
    ['no name on an open link', { displayName: undefined }, 400, 'invalid_input', 'displayName'],
    ['longer than asked', { durationSec: 302.5 }, 400, 'invalid_input', 'durationSec'],
    ['too large', { sizeBytes: 5001 }, 413, 'take_too_large', undefined],
    ['no media', { contentType: 'text/html' }, 400, 'invalid_input', 'contentType'],
    ['release not accepted', { releaseVersion: 'v1' }, 400, 'invalid_input', 'releaseAccepted'],
    ['wording not said', { releaseAccepted: true }, 400, 'invalid_input', 'releaseVersion'],
    [
      'unknown wording',
      { releaseAccepted: true, releaseVersion: 'v2' },
      400,
      'invalid_input',
      'releaseVersion',
    ],
    [
      'unknown member',
      { releaseAccepted: true, releaseVersion: 'v1', state: 'submitted' },
      400,
      'invalid_input',
      'state',
    ],
    ['a manifest that is no object', { manifest: [] }, 400, 'invalid_input', 'manifest'],
  ];
  it.each(refusals)('refuses %s', async (_title, changes, status, code, field) => {
    const { link } = await new Integrator(service).createOpen({ release: RELEASE });
    const refused = await new Respondent(service, link).open(changes);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([status, code]);
    if (field) expect(refused.body).toMatchObject({ field });
  });

  it.each<[string, object, string]>([
    ['over 256 KiB', { note: 'x'.repeat(256 * 1024) }, 'manifest'],
    [
      'nested over 8 levels',
      { a: { b: { c: { d: { e: { f: { g: { h: 1, i: {} } } } } } } } },
      'manifest.a.b.c.d.e.f.g',
    ],
    [
      'with an endless list',
      { interruptions: Array.from({ length: 1001 }, () => ({})) },
      'manifest.interruptions',
    ],
    ['of a version that the schema does not know', { manifestVersion: 2 }, 'manifest.manifestVersion'],
  ])(
    'refuses a manifest %s by name, as completing does, and nothing is lost',
    async (_title, manifest, field) => {
      const { link } = await new Integrator(service).createOpen();
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen();
      for (const { status, body } of [
        await person.open({ manifest }),
        await person.complete(takeId, { manifest }),
      ])
        expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_input', field })]);
      expect((await person.complete(takeId)).status).toBe(201);
    },
  );

  it('keeps a manifest with anything JSON can say', async () => {
    const { link } = await new Integrator(service).createOpen();
    const manifest = { userAgent: 'nul \u0000 and \ud800', list: [1, null] };
    const takeId = await new Respondent(service, link).mustOpen({ manifest });
    await new Respondent(service, link).complete(takeId);
    expect(service.fakes.completions.at(-1)?.manifest).toEqual(manifest);
  });

  it('a person has 3 unfinished takes at most, even when asking for them all at once', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.open({ respondentId: 'r-1' })));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toEqual([
      429,
      expect.objectContaining({ code: 'open_take_cap' }),
    ]);
    expect(refused?.headers['retry-after']).toBeUndefined();
    const abandoned = await person.call('DELETE', `/v1/respond/takes/${taken[0]?.body.takeId}`);
    expect(abandoned.status).toBe(204);
    expect((await person.open({ respondentId: 'r-1' })).status).toBe(201);
  });

  it('an open link has so many unfinished takes with a part at most', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    for (let count = 0; count < 5; count += 1) {
      const takeId = await person.mustOpen();
      service.fakes.uploads.get(takeId.replace('tke_', 'upl_'))?.storedParts.push(1);
      await person.call('GET', `/v1/respond/takes/${takeId}`);
    }
    const refused = await person.open();
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'submission_cap' }),
    ]);
    expect(refused.headers['retry-after']).toBeUndefined();
  });

  it("takes no more than the plan's submissions, but a person may still replace theirs", async () => {
    const integrator = new Integrator(service);
    await service.updateOrganization(integrator.key.organizationId, 1, { submissionCap: 2 });
    const { link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const late = await person.mustOpen({ respondentId: 'r-3' });
    await person.submit({ respondentId: 'r-1' });
    await person.submit({ respondentId: 'r-2' });
    const refusals = [await person.open({ respondentId: 'r-4' }), await person.complete(late)];
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([429, expect.objectContaining({ code: 'submission_cap' })]);
    await person.submit({ respondentId: 'r-1' });
  });

  it('that finds the recordings service gone leaves nothing behind', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    service.fakes.before = unavailable;
    for (let count = 0; count < 4; count += 1)
      expect((await person.open({ respondentId: 'r-1' })).status).toBe(503);
    service.fakes.reset();
    expect((await person.open({ respondentId: 'r-1' })).status).toBe(201);
  });

  it('whose answer is lost is the same take, with the same upload, when it is opened again', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const before = new Set(service.fakes.uploads.keys());
    const mine = { clientTakeId: 'c-lost', respondentId: 'r-1' };
    service.fakes.after = on('recordings.open_upload', unavailable);
    for (let count = 0; count < 4; count += 1) expect((await person.open(mine)).status).toBe(503);
    service.fakes.reset();
    const takeId = await person.mustOpen(mine);
    const opened = [...service.fakes.uploads.keys()].filter((id) => !before.has(id));
    expect(opened).toEqual([takeId.replace('tke_', 'upl_')]);
    expect((await person.complete(takeId)).status).toBe(201);
  });

  it('whose answer is lost, and that nobody can ask for again, leaves no upload behind', async () => {
    const { link } = await new Integrator(service).createOpen();
    const before = new Set(service.fakes.uploads.keys());
    service.fakes.after = on('recordings.open_upload', unavailable);
    expect((await new Respondent(service, link).open()).status).toBe(503);
    service.fakes.reset();
    const [orphan] = [...service.fakes.uploads].filter(([id]) => !before.has(id));
    await until('the upload is given up', () => orphan?.[1].aborted);
  });

  it('that the recordings service refuses leaves no take', async () => {
    const { link, request } = await new Integrator(service).createOpen();
    service.fakes.before = on('recordings.open_upload', () => {
      throw invalidField('contentType', 'not_allowed', 'Takes are video/mp4 or audio/mp4.');
    });
    expect((await new Respondent(service, link).open({ clientTakeId: 'c-1' })).status).toBe(400);
    expect(await service.rows('SELECT id FROM take WHERE capture_request_id = $1', request.id)).toEqual([]);
  });
});

describe('a take', () => {
  it('tells its state and stored parts, and where the others go', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    const upload = service.fakes.uploads.get(takeId.replace('tke_', 'upl_'));
    upload?.storedParts.push(1);
    const state = await person.call('GET', `/v1/respond/takes/${takeId}`);
    expect(state.body).toEqual({
      takeId,
      state: 'open',
      partSize: 5 * 1024 * 1024,
      storedParts: [1],
      submissionId: null,
    });
    const sha256 = 'b'.repeat(64);
    const parts = [1, 2].map((number) => ({ number, size: 10, sha256 }));
    const grants = await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts });
    expect(grants.body['data']).toEqual([
      { number: 1, stored: true },
      expect.objectContaining({ number: 2, method: 'PUT' }),
    ]);
    const tooMany = Array.from({ length: 101 }, (_, index) => ({ number: index + 1, size: 10, sha256 }));
    expect(
      (await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts: tooMany })).body['field'],
    ).toBe('parts');
    const { body } = await person.complete(takeId);
    const landed = await person.call('GET', `/v1/respond/takes/${takeId}`);
    expect(landed.body).toMatchObject({ state: 'submitted', submissionId: body.submissionId });
    const known = await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts });
    expect(known.body['data']).toEqual([
      { number: 1, stored: true },
      { number: 2, stored: true },
    ]);
  });

  it('is nobody else’s: every route refuses the key of another link of the same request', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const takeId = await new Respondent(service, link).mustOpen();
    const stranger = new Respondent(service, (await integrator.invite(request.id)).link);
    const parts = [{ number: 1, size: 10, sha256: 'b'.repeat(64) }];
    const refused = [
      await stranger.call('GET', `/v1/respond/takes/${takeId}`),
      await stranger.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts }),
      await stranger.complete(takeId),
      await stranger.call('DELETE', `/v1/respond/takes/${takeId}`),
    ];
    for (const { status, body } of refused) expect([status, body['code']]).toEqual([401, 'link_expired']);
  });

  it('abandoned is gone, its upload too; submitted cannot be abandoned', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    expect((await person.call('DELETE', `/v1/respond/takes/${takeId}`)).status).toBe(204);
    expect(service.fakes.uploads.get(takeId.replace('tke_', 'upl_'))?.aborted).toBe(true);
    expect((await person.complete(takeId)).status).toBe(401);
    const landed = await person.mustOpen();
    await person.complete(landed);
    expect((await person.call('DELETE', `/v1/respond/takes/${landed}`)).status).toBe(409);
  });
});
