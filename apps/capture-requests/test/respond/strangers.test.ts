import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TakeJobs } from '../../src/takes/take.jobs.js';
import { Integrator } from '../fixtures/integrator.js';
import { Respondent, type Link } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;
const LIMITS = { CAPTURE_OPEN_TAKES_PER_CAMPAIGN: '5', CAPTURE_OPEN_TAKES_PER_ADDRESS: '4' };
const TEN_MINUTES_SEC = 600;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), { env: LIMITS });
});
afterAll(() => service.stop());

const openLink = async (): Promise<Link> => (await new Integrator(service).createOpen()).link;
const from = (link: Link, ip: string): Respondent => new Respondent(service, link, ip);
const uploadOf = (takeId: string): string => takeId.replace('tke_', 'upl_');
const storePart = (takeId: string): unknown =>
  service.fakes.uploads.get(uploadOf(takeId))?.storedParts.push(1);
const codeOf = (answer: { body: object }): unknown => (answer.body as { code?: string }).code;

describe('an open link, shared by strangers', () => {
  it('one address holds so many unfinished takes at most, and closes the link to nobody else (scenario 77)', async () => {
    const link = await openLink();
    const visitor = from(link, '203.0.113.1');
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.open()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((answer) => [answer.status, codeOf(answer)].join()))).toEqual(
      new Set(['429,open_take_cap']),
    );
    expect(refused[0]?.headers['retry-after']).toBeUndefined();
    for (let host = 2; host < 12; host += 1) await from(link, `203.0.113.${host}`).mustOpen();
  });

  it('one IPv6 network is one address (scenario 77)', async () => {
    const link = await openLink();
    for (let host = 0; host < 4; host += 1) await from(link, `2001:db8:0:1::${host}`).mustOpen();
    expect(codeOf(await from(link, '2001:db8:0:1:ffff::1').open())).toBe('open_take_cap');
    await from(link, '2001:db8:0:2::1').mustOpen();
  });

  it('the cap of the link counts takes with a part only (scenario 77)', async () => {
    const link = await openLink();
    const takes: [Respondent, string][] = [];
    for (let host = 1; host <= 9; host += 1) {
      const person = from(link, `203.0.113.${host}`);
      takes.push([person, await person.mustOpen()]);
    }
    for (const [person, takeId] of takes.slice(0, 5)) {
      storePart(takeId);
      expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(200);
    }
    expect(codeOf(await from(link, '203.0.113.99').open())).toBe('submission_cap');
    const [person, takeId] = takes[0] as [Respondent, string];
    expect((await person.complete(takeId)).status).toBe(201);
    await from(link, '203.0.113.99').mustOpen();
  });

  it('a take without a part is given up after 10 minutes, its upload too; one with a part stays (scenario 77)', async () => {
    const link = await openLink();
    const person = from(link, '203.0.113.1');
    const [empty, told, untold] = [await person.mustOpen(), await person.mustOpen(), await person.mustOpen()];
    storePart(told);
    storePart(untold);
    const parts = [{ number: 1, size: 10, sha256: 'b'.repeat(64) }];
    await person.call('POST', `/v1/respond/takes/${told}/parts`, { parts });
    service.clock.advance(TEN_MINUTES_SEC - 60);
    await service.runJob(TakeJobs, 'removeEmpty');
    expect(await service.rows('SELECT id FROM take WHERE id = $1', empty)).toHaveLength(1);
    service.clock.advance(61);
    await service.runJob(TakeJobs, 'removeEmpty');
    const left = await service.rows<{ id: string }>(
      'SELECT id FROM take WHERE id IN ($1, $2, $3)',
      empty,
      told,
      untold,
    );
    expect(left.map(({ id }) => id).sort()).toEqual([told, untold].sort());
    await until('the upload is given up', () => service.fakes.aborted.includes(uploadOf(empty)));
    for (const takeId of [told, untold]) expect((await person.complete(takeId)).status).toBe(201);
  });

  it('nothing recorded is lost: a take that was given up opens again under its clientTakeId, and lands (scenario 77)', async () => {
    const link = await openLink();
    const person = from(link, '203.0.113.1');
    const mine = { clientTakeId: 'c-1', respondentId: 'r-1' };
    const first = await person.mustOpen(mine);
    service.clock.advance(TEN_MINUTES_SEC + 1);
    await service.runJob(TakeJobs, 'removeEmpty');
    const again = await person.mustOpen(mine);
    expect(again).not.toBe(first);
    expect(await person.mustOpen(mine)).toBe(again);
    storePart(again);
    expect((await person.complete(again)).status).toBe(201);
  });

  it('and does not replace what the same person has sent since', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = from(link, '203.0.113.1');
    const older = { clientTakeId: 'c-1', respondentId: 'r-1', displayName: 'Ada' };
    const first = await person.mustOpen(older);
    service.clock.advance(TEN_MINUTES_SEC + 1);
    await service.runJob(TakeJobs, 'removeEmpty');
    await until('the upload is given up', () => service.fakes.aborted.includes(uploadOf(first)));
    const kept = 'SELECT state, display_name, manifest, empty_since FROM take WHERE id = $1';
    expect(await service.rows(kept, first)).toEqual([
      { state: 'refused', display_name: '', manifest: '{}', empty_since: null },
    ]);
    const newer = await person.submit({ ...older, clientTakeId: 'c-2' });
    const refused = await person.complete(await person.mustOpen(older));
    expect([refused.status, codeOf(refused)]).toEqual([409, 'superseded']);
    expect(await integrator.submissions(request.id)).toMatchObject([{ id: newer }]);
  });

  it('a grant writes no row of a take that was asked for less than a minute ago, so that parts cost no write of it', async () => {
    const person = from(await openLink(), '203.0.113.1');
    const takeId = await person.mustOpen();
    const written = () => service.rows<{ xmin: string }>('SELECT xmin::text FROM take WHERE id = $1', takeId);
    const ask = () =>
      person.call('POST', `/v1/respond/takes/${takeId}/parts`, {
        parts: [{ number: 1, size: 10, sha256: 'b'.repeat(64) }],
      });
    const opened = await written();
    service.clock.advance(59);
    await ask();
    expect(await written()).toEqual(opened);
    service.clock.advance(1);
    await ask();
    const noted = await written();
    expect(noted).not.toEqual(opened);
    await ask();
    expect(await written()).toEqual(noted);
  });

  it('a device that still asks for its take keeps it, and an outage of recordings gives up nothing', async () => {
    const link = await openLink();
    const person = from(link, '203.0.113.1');
    const takeId = await person.mustOpen({ clientTakeId: 'c-1', respondentId: 'r-1' });
    service.clock.advance(TEN_MINUTES_SEC - 10);
    const parts = [{ number: 1, size: 10, sha256: 'b'.repeat(64) }];
    await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts });
    service.clock.advance(20);
    await service.runJob(TakeJobs, 'removeEmpty');
    service.clock.advance(TEN_MINUTES_SEC);
    service.fakes.before = on('recordings.upload_state', unavailable);
    await service.runJob(TakeJobs, 'removeEmpty').catch(() => undefined);
    service.fakes.reset();
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(200);
  });
});

describe('clientTakeId on an open link', () => {
  const body = { clientTakeId: 'take-1' };

  it('leads no stranger to the take of another: it is bound to the respondentId, without one to the network', async () => {
    const link = await openLink();
    const first = await from(link, '203.0.113.1').mustOpen(body);
    expect(await from(link, '203.0.113.1').mustOpen(body)).toBe(first);
    expect(await from(link, '203.0.113.2').mustOpen(body)).not.toBe(first);
    expect(await from(link, '203.0.113.1').mustOpen({ ...body, respondentId: 'r-1' })).not.toBe(first);
    const mine = await from(link, '203.0.113.1').mustOpen({ ...body, respondentId: 'r-2' });
    expect(await from(link, '203.0.113.9').mustOpen({ ...body, respondentId: 'r-2' })).toBe(mine);
  });

  it('names one recording: with another size, type or duration it is refused with 409', async () => {
    const link = await openLink();
    const person = from(link, '203.0.113.1');
    await person.mustOpen(body);
    for (const other of [{ sizeBytes: 2048 }, { durationSec: 3 }, { contentType: 'audio/mp4' }]) {
      const refused = await person.open({ ...body, ...other });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict']);
    }
    await person.mustOpen({ ...body, displayName: 'Corrected' });
  });
});

it('the open link is shown to keys that may write only', async () => {
  const integrator = new Integrator(service);
  const made = await integrator.create({ openLink: true });
  const reader = new Integrator(service, { ...integrator.key, scopes: ['capture_requests:read'] });
  expect(made.openLink?.url).toContain('?k=');
  for (const key of [integrator, reader]) {
    const one = await key.call('GET', `/${made.id}`);
    const list = await key.call<{ data: object[] }>('GET', '');
    const openLink = { campaignId: made.openLink?.campaignId, ...(key === integrator && made.openLink) };
    expect([one.body['openLink'], list.body.data[0]]).toEqual([
      openLink,
      expect.objectContaining({ openLink }),
    ]);
    if (key === reader) expect(one.text + list.text).not.toContain('?k=');
  }
});
