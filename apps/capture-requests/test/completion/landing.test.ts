import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Integrator, RELEASE, type Request } from '../fixtures/integrator.js';
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

async function recordingsDeleted(reason: string, count: number): Promise<string[]> {
  const of = (): string[] =>
    service.fakes.deleted
      .filter((deleted) => deleted.reason === reason)
      .map(({ recordingId }) => recordingId);
  await until(`${count} recordings ${reason}`, () => of().length >= count);
  return of();
}

describe('scenario 36: close or deadline in mid-upload', () => {
  const deadlineSec = 60;
  const ends: [string, (integrator: Integrator, request: Request) => unknown][] = [
    ['closed', (integrator, request) => integrator.call('POST', `/${request.id}/close`)],
    ['deadline passed', () => service.clock.advance(deadlineSec)],
  ];

  it.each(ends)('%s while parts arrive: no more parts, no completion, no submission', async (_title, end) => {
    const integrator = new Integrator(service);
    const deadlineAt = new Date(service.clock.now().getTime() + deadlineSec * 1000).toISOString();
    const { request, link } = await integrator.createOpen({ deadlineAt });
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    await end(integrator, request);
    const parts = [{ number: 1, size: 10, sha256: 'b'.repeat(64) }];
    const refused = [
      await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts }),
      await person.complete(takeId),
      await person.call('GET', `/v1/respond/takes/${takeId}`),
      await person.open(),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'capture_request_closed' })]);
    expect(await integrator.submissions(request.id)).toEqual([]);
  });

  it.each(ends)(
    '%s after the upload was completed: refused, and the recording disposed of',
    async (_title, end) => {
      const integrator = new Integrator(service);
      const deadlineAt = new Date(service.clock.now().getTime() + deadlineSec * 1000).toISOString();
      const { request, link } = await integrator.createOpen({ deadlineAt });
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen();
      const before = service.fakes.deleted.length;
      service.fakes.after = on('recordings.complete_upload', () => end(integrator, request));
      const refused = await person.complete(takeId);
      expect([refused.status, refused.body.code]).toEqual([409, 'capture_request_closed']);
      await until('the recording is discarded', () => service.fakes.deleted.length > before);
      expect(await integrator.submissions(request.id)).toEqual([]);
    },
  );

  it('in 20 races of a close with a complete nothing is accepted after the close', async () => {
    for (let race = 0; race < 20; race += 1) {
      const integrator = new Integrator(service);
      const { request, link } = await integrator.createOpen();
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen();
      const [completed, closed] = await Promise.all([
        person.complete(takeId),
        integrator.call<Request>('POST', `/${request.id}/close`),
      ]);
      const submissions = await integrator.submissions(request.id);
      expect(submissions).toHaveLength(completed.status === 201 ? 1 : 0);
      if (completed.status !== 201) expect(completed.body.code).toBe('capture_request_closed');
      for (const { createdAt } of submissions)
        expect(String(createdAt) <= String(closed.body['closedAt'])).toBe(true);
    }
  });
});

describe('re-recording', () => {
  it('deletes the earlier answer outright: submission, consent and footage', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ release: RELEASE });
    const person = new Respondent(service, (await integrator.invite(request.id)).link);
    const accepted = { releaseAccepted: true, releaseVersion: 'v1' };
    const first = await person.submit(accepted);
    const [before] = await integrator.submissions(request.id);
    const second = await person.submit(accepted);
    expect(await integrator.submissions(request.id)).toMatchObject([
      { id: second, previousTakeAt: before?.['createdAt'] },
    ]);
    expect((await integrator.call('GET', `/${request.id}/submissions/${first}`)).status).toBe(404);
    expect((await integrator.call('GET', `/${request.id}`)).body['counts']).toMatchObject({ submissions: 1 });
    const [replaced] = await service.awaitEvents(request.id, 'submission.replaced');
    const previousRecordingId = before?.['recordingId'];
    expect(replaced?.data).toMatchObject({
      submissionId: second,
      previousSubmissionId: first,
      previousRecordingId,
    });
    expect(await recordingsDeleted('replaced', 1)).toContain(previousRecordingId);
    const consents = await service.rows('SELECT 1 FROM consent WHERE submission_id = $1', first);
    expect(consents).toEqual([]);
  });

  it('a take whose answer was lost does not come back over a newer one, which stays with its consent', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ release: RELEASE });
    const person = new Respondent(service, (await integrator.invite(request.id)).link);
    const accepted = { releaseAccepted: true, releaseVersion: 'v1' };
    const older = { ...accepted, clientTakeId: 'answer-was-lost' };
    const takeId = await person.mustOpen(older);
    expect((await person.complete(takeId)).status).toBe(201);
    const newer = await person.submit({ ...accepted, clientTakeId: 'newer' });
    // As the recorder goes on with what it still has.
    expect(await person.mustOpen(older)).toBe(takeId);
    const state = await person.call('GET', `/v1/respond/takes/${takeId}`);
    expect(state.body).toMatchObject({ state: 'refused', storedParts: [], submissionId: null });
    const parts = [{ number: 1, size: 1024, sha256: 'b'.repeat(64) }];
    for (const { status, body } of [
      await person.call('POST', `/v1/respond/takes/${takeId}/parts`, { parts }),
      await person.complete(takeId),
    ])
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'superseded' })]);
    expect(await integrator.submissions(request.id)).toMatchObject([
      { id: newer, consent: { text: RELEASE.text } },
    ]);
    const [memory] = await service.rows(
      'SELECT display_name, manifest, ip_address FROM take WHERE id = $1',
      takeId,
    );
    expect(memory).toEqual({ display_name: '', manifest: '{}', ip_address: null });
  });

  it('scenario 37: of two takes in flight the first to complete wins, the other is superseded and leaves nothing', async () => {
    for (let race = 0; race < 20; race += 1) {
      const integrator = new Integrator(service);
      const { request, link } = await integrator.createOpen();
      const person = new Respondent(service, link);
      const takes = [
        await person.mustOpen({ respondentId: 'r' }),
        await person.mustOpen({ respondentId: 'r' }),
      ];
      const answers = await Promise.all(takes.map((takeId) => person.complete(takeId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const won = answers.find(({ status }) => status === 201);
      const lost = answers.find(({ status }) => status === 409);
      expect(lost?.body.code).toBe('superseded');
      expect(await integrator.submissions(request.id)).toMatchObject([
        { id: won?.body.submissionId, previousTakeAt: null },
      ]);
      const loser = takes[answers.findIndex(({ status }) => status === 409)] ?? '';
      const repeated = await person.complete(loser);
      expect([repeated.status, repeated.body.code]).toEqual([409, 'superseded']);
      const uploadId = loser.replace('tke_', 'upl_');
      const recordingId = service.fakes.uploads.get(uploadId)?.completed?.recordingId;
      await until('nothing of the loser is left', () =>
        recordingId
          ? service.fakes.deleted.some((deleted) => deleted.recordingId === recordingId)
          : service.fakes.aborted.includes(uploadId),
      );
    }
  });
});

describe('scenario 55: contact removed while recording', () => {
  it('the link is dead at once, the upload aborted, the roster free of the take', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create();
    const { contact, link } = await integrator.invite(request.id);
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    await integrator.call('DELETE', `/${request.id}/contacts/${contact.id}`);
    const refused = [
      await person.complete(takeId),
      await person.open(),
      await person.call('GET', `/v1/respond/takes/${takeId}`),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toEqual([401, expect.objectContaining({ code: 'link_expired' })]);
    await until('the upload is aborted', () =>
      service.fakes.aborted.includes(takeId.replace('tke_', 'upl_')),
    );
  });

  const removals: [
    string,
    (integrator: Integrator, request: Request, contactId: string) => Promise<unknown>,
  ][] = [
    [
      'contact removed',
      (integrator, request, contactId) => integrator.call('DELETE', `/${request.id}/contacts/${contactId}`),
    ],
    ['request deleted', (integrator, request) => integrator.call('DELETE', `/${request.id}`)],
  ];
  it.each(removals)(
    '%s after the upload was completed: no submission, and the recording is disposed of',
    async (_title, remove) => {
      const integrator = new Integrator(service);
      const request = await integrator.create();
      const { contact, link } = await integrator.invite(request.id);
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen();
      service.fakes.after = on('recordings.complete_upload', () => remove(integrator, request, contact.id));
      const refused = await person.complete(takeId);
      expect([refused.status, refused.body.code]).toEqual([401, 'link_expired']);
      const recordingId = service.fakes.uploads.get(takeId.replace('tke_', 'upl_'))?.completed?.recordingId;
      await until('the recording is discarded', () =>
        service.fakes.deleted.some((deleted) => deleted.recordingId === recordingId),
      );
    },
  );

  it.each(removals)(
    '%s while recordings cannot end the upload: it is given up, or its recording deleted, without waiting for that',
    async (_title, remove) => {
      const integrator = new Integrator(service);
      const request = await integrator.create();
      const { contact, link } = await integrator.invite(request.id);
      const person = new Respondent(service, link);
      const takeId = await person.mustOpen();
      service.fakes.after = on('recordings.complete_upload', unavailable);
      expect((await person.complete(takeId)).status).toBe(503);
      service.fakes.before = on('recordings.complete_upload', unavailable);
      await remove(integrator, request, contact.id);
      const uploadId = takeId.replace('tke_', 'upl_');
      const recordingId = service.fakes.uploads.get(uploadId)?.completed?.recordingId;
      await until('the upload is aborted and the recording discarded', () =>
        [
          service.fakes.aborted.includes(uploadId),
          service.fakes.deleted.some((deleted) => deleted.recordingId === recordingId),
        ].every(Boolean),
      );
      expect(await service.rows('SELECT 1 FROM take WHERE id = $1', takeId)).toEqual([]);
    },
  );
});
