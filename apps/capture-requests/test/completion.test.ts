import { AppError, invalidField, type CommandPattern } from '@capture/contracts';
import { Outbox } from '@capture/messaging';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Disposals } from '../src/disposal.jobs.js';
import { TakeJobs } from '../src/take.jobs.js';
import { Integrator, Person, RELEASE, type Request } from './integrator.js';
import { IP, Service, unavailable } from './service.fixture.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => {
  vi.restoreAllMocks();
  service.neighbours.calm();
  service.clock.offsetMs = 0;
});

const OTHER_IP = '203.0.113.77';

/** Runs the job that takes over, at a time when the first call has had its chance. */
async function takeOver(): Promise<void> {
  service.clock.offsetMs += 15 * 60_000;
  await service.first.app.get(TakeJobs).job.runNow();
}

async function recordingsDeleted(reason: string, count: number): Promise<string[]> {
  const of = (): string[] =>
    service.neighbours.deleted
      .filter((deleted) => deleted.reason === reason)
      .map(({ recordingId }) => recordingId);
  await until(`${count} recordings ${reason}`, () => of().length >= count);
  return of();
}

const on =
  (wanted: CommandPattern, work: () => unknown) =>
  async (pattern: CommandPattern): Promise<void> => {
    if (pattern === wanted) await work();
  };

describe('completing a take that breaks off', () => {
  const points: [string, () => void][] = [
    [
      'before the upload was completed',
      () => (service.neighbours.before = on('recordings.complete_upload', unavailable)),
    ],
    [
      'after the upload was completed, its answer lost',
      () => (service.neighbours.after = on('recordings.complete_upload', unavailable)),
    ],
    [
      'while landing',
      () =>
        vi
          .spyOn(service.first.app.get(Outbox), 'add')
          .mockRejectedValue(new AppError('service_unavailable', 'Killed.')),
    ],
  ];
  const ways: [string, (person: Person, takeId: string) => Promise<unknown>][] = [
    ['a repeat of the call', (person, takeId) => new Person(service, person.link, OTHER_IP).complete(takeId)],
    ['the job', takeOver],
  ];
  const cases = points.flatMap(([point, arrange]) =>
    ways.map(([way, resume]) => ({ point, way, arrange, resume })),
  );

  it.each(cases)(
    '$point is finished by $way: one submission, with the consent of the first call',
    async ({ arrange, resume }) => {
      const asker = new Integrator(service);
      const { request, link } = await asker.createOpen({ release: RELEASE });
      const person = new Person(service, link);
      const takeId = await person.mustOpen({ releaseAccepted: true, releaseVersion: 'v1' });
      arrange();
      const broken = await person.complete(takeId);
      expect([broken.status, broken.body.code]).toEqual([503, 'service_unavailable']);
      expect(await asker.submissions(request.id)).toEqual([]);
      vi.restoreAllMocks();
      service.neighbours.calm();
      await resume(person, takeId);
      const submissions = await asker.submissions(request.id);
      expect(submissions).toMatchObject([{ consent: { text: RELEASE.text, version: 'v1', ipAddress: IP } }]);
      const again = await person.complete(takeId);
      expect([again.status, again.body.submissionId]).toEqual([201, submissions[0]?.['id']]);
      expect(await service.awaitEvents(request.id, 'capture_request.submission_received')).toHaveLength(1);
      expect((await asker.call('GET', `/${request.id}`)).body['counts']).toEqual({
        contacts: 0,
        submissions: 1,
      });
      const told = service.neighbours.completions.filter(
        ({ uploadId }) => uploadId === takeId.replace('tke_', 'upl_'),
      );
      expect(new Set(told.map(({ submissionId }) => submissionId))).toEqual(
        new Set([submissions[0]?.['id']]),
      );
    },
  );

  it('a take that the job finds closed meanwhile is refused for good, its recording disposed of', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    service.neighbours.after = on('recordings.complete_upload', unavailable);
    await person.complete(takeId);
    service.neighbours.calm();
    await asker.call('POST', `/${request.id}/close`);
    const before = service.neighbours.deleted.length;
    await takeOver();
    await until('the recording is discarded', () => service.neighbours.deleted.length > before);
    expect(service.neighbours.deleted.at(-1)).toMatchObject({ reason: 'discarded' });
    const refused = await person.complete(takeId);
    expect([refused.status, refused.body.code]).toEqual([409, 'capture_request_closed']);
    expect(await asker.submissions(request.id)).toEqual([]);
  });

  it('ten calls at once make one submission and get the same answer', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.complete(takeId)));
    for (const { status } of answers) expect(status).toBe(201);
    expect(new Set(answers.map(({ body }) => body.submissionId)).size).toBe(1);
    expect(await asker.submissions(request.id)).toHaveLength(1);
  });
});

describe('an upload that is not whole', () => {
  it('is refused with the field that is wrong, loses nothing and can be completed again', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    service.neighbours.before = on('recordings.complete_upload', () => {
      throw invalidField('parts', 'missing', 'Part 2 is not stored.');
    });
    const refused = await person.complete(takeId);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', field: 'parts' }),
    ]);
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).body['state']).toBe('open');
    service.neighbours.calm();
    expect((await person.complete(takeId)).status).toBe(201);
    expect(await asker.submissions(request.id)).toHaveLength(1);
  });

  it('a refusal that arrives late cannot undo a newer call, nor lose its consent', async () => {
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen({ release: RELEASE });
    const person = new Person(service, link);
    const takeId = await person.mustOpen({ releaseAccepted: true, releaseVersion: 'v1' });
    let calls = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.neighbours.before = on('recordings.complete_upload', async () => {
      calls += 1;
      const call = calls;
      if (call === 1) await held;
      if (call <= 2) throw invalidField('parts', 'missing', 'Part 2 is not stored.');
    });
    const first = person.complete(takeId);
    await until('the first call is under way', () => calls === 1);
    expect((await person.complete(takeId)).status).toBe(400);
    service.clock.offsetMs += 1000;
    service.neighbours.after = on('recordings.complete_upload', async () => {
      release();
      expect((await first).status).toBe(400);
    });
    expect((await person.complete(takeId)).status).toBe(201);
    expect(await asker.submissions(request.id)).toMatchObject([{ consent: { version: 'v1' } }]);
  });

  it('and was given up meanwhile is gone with its take', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    service.neighbours.before = on('recordings.complete_upload', () => {
      throw new AppError('conflict', 'The upload was given up.');
    });
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
    service.neighbours.calm();
    expect((await person.complete(takeId)).body.code).toBe('link_expired');
  });

  it('a malformed complete names its field', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
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
    const asker = new Integrator(service);
    const { request, link } = await asker.createOpen({ maxDurationSec: 60 });
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    const before = service.neighbours.deleted.length;
    service.neighbours.probedDurationSec = 7200;
    expect((await person.complete(takeId)).body).toMatchObject({
      code: 'invalid_input',
      field: 'durationSec',
    });
    await until('the recording is discarded', () => service.neighbours.deleted.length > before);
    expect(await asker.submissions(request.id)).toEqual([]);
  });
});

describe('scenario 36: close or deadline in mid-upload', () => {
  const minute = 60_000;
  const ends: [string, (asker: Integrator, request: Request) => unknown][] = [
    ['closed', (asker, request) => asker.call('POST', `/${request.id}/close`)],
    ['deadline passed', () => (service.clock.offsetMs = minute)],
  ];

  it.each(ends)('%s while parts arrive: no more parts, no completion, no submission', async (_title, end) => {
    const asker = new Integrator(service);
    const deadlineAt = new Date(Date.now() + minute).toISOString();
    const { request, link } = await asker.createOpen({ deadlineAt });
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    await end(asker, request);
    const parts = [{ number: 1, size: 10, sha256: 'b'.repeat(64) }];
    const refused = [
      await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts }),
      await person.complete(takeId),
      await person.call('GET', `/v1/respond/takes/${takeId}`),
      await person.open(),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'capture_request_closed' })]);
    expect(await asker.submissions(request.id)).toEqual([]);
  });

  it.each(ends)(
    '%s after the upload was completed: refused, and the recording disposed of',
    async (_title, end) => {
      const asker = new Integrator(service);
      const deadlineAt = new Date(Date.now() + minute).toISOString();
      const { request, link } = await asker.createOpen({ deadlineAt });
      const person = new Person(service, link);
      const takeId = await person.mustOpen();
      const before = service.neighbours.deleted.length;
      service.neighbours.after = on('recordings.complete_upload', () => end(asker, request));
      const refused = await person.complete(takeId);
      expect([refused.status, refused.body.code]).toEqual([409, 'capture_request_closed']);
      await until('the recording is discarded', () => service.neighbours.deleted.length > before);
      expect(await asker.submissions(request.id)).toEqual([]);
    },
  );

  it('in 20 races of a close with a complete nothing is accepted after the close', async () => {
    for (let race = 0; race < 20; race += 1) {
      const asker = new Integrator(service);
      const { request, link } = await asker.createOpen();
      const person = new Person(service, link);
      const takeId = await person.mustOpen();
      const [completed, closed] = await Promise.all([
        person.complete(takeId),
        asker.call<Request>('POST', `/${request.id}/close`),
      ]);
      const submissions = await asker.submissions(request.id);
      expect(submissions).toHaveLength(completed.status === 201 ? 1 : 0);
      if (completed.status !== 201) expect(completed.body.code).toBe('capture_request_closed');
      for (const { createdAt } of submissions)
        expect(String(createdAt) <= String(closed.body['closedAt'])).toBe(true);
    }
  });
});

describe('re-recording', () => {
  it('deletes the earlier answer outright: submission, consent and footage', async () => {
    const asker = new Integrator(service);
    const request = await asker.create({ release: RELEASE });
    const person = new Person(service, (await asker.invite(request.id)).link);
    const accepted = { releaseAccepted: true, releaseVersion: 'v1' };
    const first = await person.submit(accepted);
    const [before] = await asker.submissions(request.id);
    const second = await person.submit(accepted);
    expect(await asker.submissions(request.id)).toMatchObject([
      { id: second, previousTakeAt: before?.['createdAt'] },
    ]);
    expect((await asker.call('GET', `/${request.id}/submissions/${first}`)).status).toBe(404);
    expect((await asker.call('GET', `/${request.id}`)).body['counts']).toMatchObject({ submissions: 1 });
    const [replaced] = await service.awaitEvents(request.id, 'submission.replaced');
    const previousRecordingId = before?.['recordingId'];
    expect(replaced?.data).toMatchObject({
      submissionId: second,
      previousSubmissionId: first,
      previousRecordingId,
    });
    expect(await recordingsDeleted('replaced', 1)).toContain(previousRecordingId);
    const consents = await service.database.query('SELECT 1 FROM consent WHERE submission_id = $1', first);
    expect(consents).toEqual([]);
  });

  it('scenario 37: of two takes in flight the first to complete wins, the other is superseded and leaves nothing', async () => {
    for (let race = 0; race < 20; race += 1) {
      const asker = new Integrator(service);
      const { request, link } = await asker.createOpen();
      const person = new Person(service, link);
      const takes = [
        await person.mustOpen({ respondentId: 'r' }),
        await person.mustOpen({ respondentId: 'r' }),
      ];
      const answers = await Promise.all(takes.map((takeId) => person.complete(takeId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const won = answers.find(({ status }) => status === 201);
      const lost = answers.find(({ status }) => status === 409);
      expect(lost?.body.code).toBe('superseded');
      expect(await asker.submissions(request.id)).toMatchObject([
        { id: won?.body.submissionId, previousTakeAt: null },
      ]);
      const loser = takes[answers.findIndex(({ status }) => status === 409)] ?? '';
      const repeated = await person.complete(loser);
      expect([repeated.status, repeated.body.code]).toEqual([409, 'superseded']);
      const uploadId = loser.replace('tke_', 'upl_');
      const recordingId = service.neighbours.uploads.get(uploadId)?.completed?.recordingId;
      await until('nothing of the loser is left', () =>
        recordingId
          ? service.neighbours.deleted.some((deleted) => deleted.recordingId === recordingId)
          : service.neighbours.aborted.includes(uploadId),
      );
    }
  });
});

describe('scenario 55: contact removed while recording', () => {
  it('the link is dead at once, the upload aborted, the roster free of the take', async () => {
    const asker = new Integrator(service);
    const request = await asker.create();
    const { contact, link } = await asker.invite(request.id);
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    await asker.call('DELETE', `/${request.id}/contacts/${contact.id}`);
    const refused = [
      await person.complete(takeId),
      await person.open(),
      await person.call('GET', `/v1/respond/takes/${takeId}`),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toEqual([401, expect.objectContaining({ code: 'link_expired' })]);
    await until('the upload is aborted', () =>
      service.neighbours.aborted.includes(takeId.replace('tke_', 'upl_')),
    );
  });

  const removals: [string, (asker: Integrator, request: Request, contactId: string) => Promise<unknown>][] = [
    [
      'contact removed',
      (asker, request, contactId) => asker.call('DELETE', `/${request.id}/contacts/${contactId}`),
    ],
    ['request deleted', (asker, request) => asker.call('DELETE', `/${request.id}`)],
  ];
  it.each(removals)(
    '%s after the upload was completed: no submission, and the recording is disposed of',
    async (_title, remove) => {
      const asker = new Integrator(service);
      const request = await asker.create();
      const { contact, link } = await asker.invite(request.id);
      const person = new Person(service, link);
      const takeId = await person.mustOpen();
      service.neighbours.after = on('recordings.complete_upload', () => remove(asker, request, contact.id));
      const refused = await person.complete(takeId);
      expect([refused.status, refused.body.code]).toEqual([401, 'link_expired']);
      const recordingId = service.neighbours.uploads.get(takeId.replace('tke_', 'upl_'))?.completed
        ?.recordingId;
      await until('the recording is discarded', () =>
        service.neighbours.deleted.some((deleted) => deleted.recordingId === recordingId),
      );
    },
  );
});

describe('disposal', () => {
  it('is repeated until the recordings service has confirmed it', async () => {
    const asker = new Integrator(service);
    const { link } = await asker.createOpen();
    const person = new Person(service, link);
    await person.submit({ respondentId: 'r' });
    const before = service.neighbours.deleted.length;
    service.neighbours.before = on('recordings.delete', unavailable);
    await person.submit({ respondentId: 'r' });
    service.neighbours.calm();
    service.clock.offsetMs += 15 * 60_000;
    await until('the footage is gone', async () => {
      await service.first.app.get(Disposals).job.runNow();
      return service.neighbours.deleted.length > before;
    });
    expect(await service.database.query('SELECT 1 FROM disposal')).toEqual([]);
  });

  it('takes that nobody resumed are removed with their uploads after 14 days, not before', async () => {
    const { link } = await new Integrator(service).createOpen();
    const person = new Person(service, link);
    const takeId = await person.mustOpen();
    const day = 86_400_000;
    service.clock.offsetMs = 13 * day;
    await service.first.app.get(TakeJobs).job.runNow();
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(200);
    service.clock.offsetMs = 14 * day + 1000;
    await service.first.app.get(TakeJobs).job.runNow();
    expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).status).toBe(401);
    await until('the upload is aborted', () =>
      service.neighbours.aborted.includes(takeId.replace('tke_', 'upl_')),
    );
  });
});
