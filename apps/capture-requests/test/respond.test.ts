import { createEvent, newId, OrganizationUpdated } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, linkOf, Person, RELEASE, type Request } from './integrator.js';
import { newKey, Service, unavailable } from './service.fixture.js';

let service: Service;
const LIMITS = { CAPTURE_OPEN_TAKES_PER_CAMPAIGN: '5', CAPTURE_MAX_TAKE_BYTES: '5000' };

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), { env: LIMITS });
});
afterAll(() => service.stop());

async function announce(
  organizationId: string,
  revision: number,
  changes: { paused?: boolean; submissionCap?: number },
): Promise<void> {
  const { paused = false, submissionCap = 100 } = changes;
  const limits = { rosterCap: 100, submissionCap, maxGuests: 4 };
  const data = { name: 'Org', plan: 'team', features: [], limits, paused, retentionDays: null, revision };
  await service.bus.publish(createEvent(OrganizationUpdated, organizationId, data));
}

async function seen(person: Person): Promise<unknown[]> {
  const { status, body } = await person.call('GET', person.link.path);
  return status === 200 ? [200] : [status, body['code']];
}

describe('links', () => {
  it('scenario 51: whatever is guessed, the answer is the same as for a link that never was', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const { link: personal } = await asker.invite(request.id);
    const other = await new Integrator(service).createOpen();
    const flipped = (key: string, at: number): string =>
      key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
    const guesses = [
      ...Array.from({ length: link.key.length }, (_, at) => ({
        path: link.path,
        key: flipped(link.key, at),
      })),
      { path: link.path, key: personal.key },
      { path: personal.path, key: link.key },
      { path: link.path, key: other.link.key },
      { path: link.path, key: '' },
      { path: link.path, key: `${link.key}x` },
      { path: `/v1/respond/campaigns/${newId('campaign')}`, key: link.key },
      { path: `/v1/respond/contacts/${newId('contact')}`, key: personal.key },
      { path: '/v1/respond/contacts/nobody', key: personal.key },
      { path: `/v1/respond/takes/${newId('take')}`, key: link.key },
    ];
    const answers = new Set<string>();
    for (const guess of guesses) {
      const { status, body } = await new Person(service, guess).call('GET', guess.path);
      const { requestId: _differs, ...rest } = body;
      answers.add(JSON.stringify([status, rest]));
    }
    expect([...answers]).toEqual([expect.stringContaining('link_expired')]);
    expect(await seen(new Person(service, link))).toEqual([200]);
  });

  it('an API key is no link key', async () => {
    const { link } = await new Integrator(service).createOpen();
    expect((await service.call(newKey(), 'GET', link.path)).status).toBe(401);
  });

  it('a revoked open link stays dead when another one is made', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const old = new Person(service, link);
    await asker.call('PATCH', `/${request.id}`, { openLink: false });
    expect(await seen(old)).toEqual([401, 'link_expired']);
    const { body } = await asker.call<{ openLink: { url: string; campaignId: string } }>(
      'PATCH',
      `/${request.id}`,
      { openLink: true },
    );
    expect(body.openLink.campaignId).toBe(request.openLink?.campaignId);
    expect(await seen(old)).toEqual([401, 'link_expired']);
    const key = new URL(body.openLink.url).searchParams.get('k') ?? '';
    expect(await seen(new Person(service, { ...link, key }))).toEqual([200]);
  });

  it('revoked in mid-take end it; opened again by the next link it goes on under that one', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const mine = { clientTakeId: 'c-1', respondentId: 'r-1' };
    const takeId = await new Person(service, link).mustOpen(mine);
    await asker.call('PATCH', `/${request.id}`, { openLink: false });
    const { body } = await asker.call<Request>('PATCH', `/${request.id}`, { openLink: true });
    const person = new Person(service, linkOf(body.openLink?.url ?? ''));
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
    expect(await person.mustOpen(mine)).toBe(takeId);
    expect((await person.complete(takeId)).status).toBe(201);
  });

  it('follow the state of the request: draft, active, past its deadline', async () => {
    const asker = new Integrator(service);
    const deadlineAt = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const { request, link } = await asker.createOpen({ status: 'draft', deadlineAt });
    const person = new Person(service, link);
    expect(await seen(person)).toEqual([409, 'capture_request_not_active']);
    await asker.call('PATCH', `/${request.id}`, { status: 'active' });
    expect(await seen(person)).toEqual([200]);
    service.clock.offsetMs = 60_000;
    expect(await seen(person)).toEqual([409, 'capture_request_closed']);
    service.clock.offsetMs = 0;
  });

  it('are refused while the organization is paused; a late event cannot undo a newer one', async () => {
    const asker = new Integrator(service);
    const { link } = await asker.createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    await announce(asker.key.organizationId, 5, { paused: true });
    expect(await seen(person)).toEqual([409, 'organization_paused']);
    for (const refused of [await person.open(), await person.complete(takeId)])
      expect(refused.status).toBe(409);
    await announce(asker.key.organizationId, 4, { paused: false });
    expect(await seen(person)).toEqual([409, 'organization_paused']);
    await announce(asker.key.organizationId, 6, { paused: false });
    expect(await seen(person)).toEqual([200]);
    expect((await person.complete(takeId)).status).toBe(201);
  });
});

describe('opening a take', () => {
  it('is idempotent by clientTakeId, of one person', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
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
    const refused = await new Person(service, link).open(changes);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([status, code]);
    if (field) expect(refused.body).toMatchObject({ field });
  });

  it('keeps a manifest with anything JSON can say', async () => {
    const { link } = await new Integrator(service).createOpen();
    const manifest = { userAgent: 'nul \u0000 and \ud800', list: [1, null] };
    const takeId = await new Person(service, link).mustOpen({ manifest });
    await new Person(service, link).complete(takeId);
    expect(service.neighbours.completions.at(-1)?.manifest).toEqual(manifest);
  });

  it('a person has 3 unfinished takes at most, even when asking for them all at once', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
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

  it('an open link has so many unfinished takes at most', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
    for (let count = 0; count < 5; count += 1) await person.mustOpen();
    const refused = await person.open();
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'submission_cap' }),
    ]);
    expect(refused.headers['retry-after']).toBeUndefined();
  });

  it("takes no more than the plan's submissions, but a person may still replace theirs", async () => {
    const asker = new Integrator(service);
    await announce(asker.key.organizationId, 1, { submissionCap: 2 });
    const { link } = await asker.createOpen();
    const person = new Person(service, link);
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
    const person = new Person(service, link);
    service.neighbours.before = unavailable;
    for (let count = 0; count < 4; count += 1)
      expect((await person.open({ respondentId: 'r-1' })).status).toBe(503);
    service.neighbours.calm();
    expect((await person.open({ respondentId: 'r-1' })).status).toBe(201);
  });
});

describe('a take', () => {
  it('tells its state and stored parts, and where the others go', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    const upload = service.neighbours.uploads.get(takeId.replace('tke_', 'upl_'));
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
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const takeId = await new Person(service, link).mustOpen();
    const stranger = new Person(service, (await asker.invite(request.id)).link);
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
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    expect((await person.call('DELETE', `/v1/respond/takes/${takeId}`)).status).toBe(204);
    expect(service.neighbours.uploads.get(takeId.replace('tke_', 'upl_'))?.aborted).toBe(true);
    expect((await person.complete(takeId)).status).toBe(401);
    const landed = await person.mustOpen();
    await person.complete(landed);
    expect((await person.call('DELETE', `/v1/respond/takes/${landed}`)).status).toBe(409);
  });
});
