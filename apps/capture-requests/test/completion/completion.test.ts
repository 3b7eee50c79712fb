import { AppError, invalidField } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { until } from '@capture/testing';
import { CALLER_IP } from '@capture/service-testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { CompletionJobs } from '../../src/completion/completion.jobs.js';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => {
  vi.restoreAllMocks();
  service.fakes.reset();
});

const OTHER_IP = '203.0.113.77';

/** Runs the job at a time when the take is due for it. */
async function takeOver(): Promise<void> {
  service.clock.advance(15 * 60);
  await service.runJob(CompletionJobs, 'resumeStuck');
}

describe('completing a take that breaks off', () => {
  const points: [string, () => void][] = [
    [
      'before the upload was completed',
      () => (service.fakes.before = on('recordings.complete_upload', unavailable)),
    ],
    [
      'after the upload was completed, its answer lost',
      () => (service.fakes.after = on('recordings.complete_upload', unavailable)),
    ],
    [
      'while landing',
      () =>
        vi.spyOn(service.first.app.get(Outbox), 'add').mockImplementation(() => {
          throw new AppError('service_unavailable', 'Killed.');
        }),
    ],
  ];
  const ways: [string, (person: Respondent, takeId: string) => Promise<unknown>][] = [
    [
      'a repeat of the call',
      (person, takeId) => new Respondent(service, person.link, OTHER_IP).complete(takeId),
    ],
    ['the job', takeOver],
  ];
  const cases = points.flatMap(([point, arrange]) =>
    ways.map(([way, resume]) => ({ point, way, arrange, resume })),
  );

  it.each(cases)(
    '$point is finished by $way: one submission, with the consent of the first call',
    async ({ arrange, resume }) => {
      const integrator = new Integrator(service);
      const { request, link } = await integrator.createOpen({ release: RELEASE });
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen({ releaseAccepted: true, releaseVersion: 'v1' });
      arrange();
      const broken = await person.complete(takeId);
      expect([broken.status, broken.body.code]).toEqual([503, 'service_unavailable']);
      expect(await integrator.submissions(request.id)).toEqual([]);
      vi.restoreAllMocks();
      service.fakes.reset();
      await resume(person, takeId);
      const submissions = await integrator.submissions(request.id);
      expect(submissions).toMatchObject([
        { consent: { text: RELEASE.text, version: 'v1', ipAddress: CALLER_IP } },
      ]);
      const again = await person.complete(takeId);
      expect([again.status, again.body.submissionId]).toEqual([201, submissions[0]?.['id']]);
      await service.idleOutbox();
      expect(service.eventsOf(request.id, 'capture_request.submission_received')).toHaveLength(1);
      expect((await integrator.call('GET', `/${request.id}`)).body['counts']).toEqual({
        contacts: 0,
        submissions: 1,
      });
      const told = service.fakes.completions.filter(
        ({ uploadId }) => uploadId === takeId.replace('tke_', 'upl_'),
      );
      expect(new Set(told.map(({ submissionId }) => submissionId))).toEqual(
        new Set([submissions[0]?.['id']]),
      );
    },
  );

  it('a take that the job finds closed meanwhile is refused for good, its recording disposed of', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    service.fakes.after = on('recordings.complete_upload', unavailable);
    await person.complete(takeId);
    service.fakes.reset();
    await integrator.call('POST', `/${request.id}/close`);
    const before = service.fakes.deleted.length;
    await takeOver();
    await until('the recording is discarded', () => service.fakes.deleted.length > before);
    expect(service.fakes.deleted.at(-1)).toMatchObject({ reason: 'discarded' });
    const refused = await person.complete(takeId);
    expect([refused.status, refused.body.code]).toEqual([409, 'capture_request_closed']);
    expect(await integrator.submissions(request.id)).toEqual([]);
  });

  it('ten calls at once make one submission and get the same answer', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.complete(takeId)));
    for (const { status } of answers) expect(status).toBe(201);
    expect(new Set(answers.map(({ body }) => body.submissionId)).size).toBe(1);
    expect(await integrator.submissions(request.id)).toHaveLength(1);
  });
});

describe('an upload that is not whole', () => {
  it('is refused with the field that is wrong, loses nothing and can be completed again', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    service.fakes.before = on('recordings.complete_upload', () => {
      throw invalidField('parts', 'missing', 'Part 2 is not stored.');
    });
    const refused = await person.complete(takeId);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', field: 'parts' }),
    ]);
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).body['state']).toBe('open');
    service.fakes.reset();
    expect((await person.complete(takeId)).status).toBe(201);
    expect(await integrator.submissions(request.id)).toHaveLength(1);
  });

  it('a refusal that arrives late cannot undo a newer call, nor lose its consent', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen({ releaseAccepted: true, releaseVersion: 'v1' });
    let calls = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.fakes.before = on('recordings.complete_upload', async () => {
      calls += 1;
      const call = calls;
      if (call === 1) await held;
      if (call <= 2) throw invalidField('parts', 'missing', 'Part 2 is not stored.');
    });
    const first = person.complete(takeId);
    await until('the first call is under way', () => calls === 1);
    expect((await person.complete(takeId)).status).toBe(400);
    service.clock.advance(1);
    service.fakes.after = on('recordings.complete_upload', async () => {
      release();
      expect((await first).status).toBe(400);
    });
    expect((await person.complete(takeId)).status).toBe(201);
    expect(await integrator.submissions(request.id)).toMatchObject([{ consent: { version: 'v1' } }]);
  });

  it('a refusal for good that arrives late cannot undo what a newer call has submitted', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    let calls = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.fakes.before = on('recordings.complete_upload', async () => {
      calls += 1;
      if (calls > 1) return;
      await held;
      throw new AppError('conflict', 'The upload was given up.');
    });
    const first = person.complete(takeId);
    await until('the first call is under way', () => calls === 1);
    const submitted = await person.complete(takeId);
    expect(submitted.status).toBe(201);
    release();
    const late = await first;
    expect([late.status, late.body.code]).toEqual([503, 'service_unavailable']);
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).body['state']).toBe('submitted');
    const again = await person.complete(takeId);
    expect([again.status, again.body.submissionId]).toEqual([201, submitted.body.submissionId]);
    expect(await integrator.submissions(request.id)).toHaveLength(1);
  });

  it('and was given up meanwhile is gone with its take', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    service.fakes.before = on('recordings.complete_upload', () => {
      throw new AppError('conflict', 'The upload was given up.');
    });
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
    service.fakes.reset();
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
  });

  it.each([
    ['without one goes by the one given on opening', {}, { note: 'opening' }],
    ['with a good one goes by that', { manifest: { note: 'good' } }, { note: 'good' }],
  ])(
    'a manifest that was refused does not stick: the retry %s (scenario 74)',
    async (_title, retry, kept) => {
      const integrator = new Integrator(service);
      const { request, link } = await integrator.createOpen();
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen({ manifest: { note: 'opening' } });
      service.fakes.before = on('recordings.complete_upload', ({ manifest }) => {
        if ('devices' in manifest) throw invalidField('manifest.devices', 'format', 'Devices are a list.');
      });
      const refused = await person.complete(takeId, { manifest: { devices: 'none' } });
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_input', field: 'manifest.devices' }),
      ]);
      expect((await person.complete(takeId, retry)).status).toBe(201);
      expect(service.fakes.completions.at(-1)?.manifest).toEqual(kept);
      expect(await integrator.submissions(request.id)).toHaveLength(1);
    },
  );

  it('a malformed complete names its field', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    const bad: [object, string][] = [
      [{ parts: [] }, 'parts'],
      [{ parts: [{ number: 0, sha256: 'b'.repeat(64) }] }, 'parts.0.number'],
      [{ parts: [{ number: 1, sha256: 'B'.repeat(64) }] }, 'parts.0.sha256'],
      [{ merkleRoot: 'x' }, 'merkleRoot'],
      [{ releaseAccepted: true }, 'releaseAccepted'],
    ];
    for (const [body, field] of bad)
      expect((await person.complete(takeId, body)).body).toMatchObject({ code: 'invalid_input', field });
  });

  it('whose file is much longer than was said is refused, and its recording disposed of', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ maxDurationSec: 60 });
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    const before = service.fakes.deleted.length;
    service.fakes.probedDurationSec = 7200;
    expect((await person.complete(takeId)).body).toMatchObject({
      code: 'invalid_input',
      field: 'durationSec',
    });
    await until('the recording is discarded', () => service.fakes.deleted.length > before);
    expect(await integrator.submissions(request.id)).toEqual([]);
  });
});
