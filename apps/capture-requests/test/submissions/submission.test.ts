import { createEvent, newId, RecordingDeleted } from '@capture/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => service.fakes.reset());

const ACCEPTED = { releaseAccepted: true, releaseVersion: 'v1' };

describe('submissions', () => {
  it('are listed newest first, walked once, and read one by one', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift(await person.submit());
    const first = await integrator.call<{ data: { id: string }[]; nextCursor: string }>(
      'GET',
      `/${request.id}/submissions?limit=3`,
    );
    const second = await integrator.call<{ data: { id: string }[]; nextCursor: null }>(
      'GET',
      `/${request.id}/submissions?limit=3&cursor=${first.body.nextCursor}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(made);
    expect(second.body.nextCursor).toBeNull();
    const one = await integrator.call('GET', `/${request.id}/submissions/${made[4]}`);
    expect(one.body).toEqual(second.body.data[1]);
  });

  it('of another request are neither cursors nor found', async () => {
    const integrator = new Integrator(service);
    const { link } = await integrator.createOpen();
    const submissionId = await new Respondent(service, link).submit();
    const other = await integrator.create();
    expect(
      (await integrator.call('GET', `/${other.id}/submissions?cursor=${submissionId}`)).body['code'],
    ).toBe('invalid_cursor');
    for (const id of [submissionId, newId('submission'), 'sub_x']) {
      expect((await integrator.call('GET', `/${other.id}/submissions/${id}`)).body['code']).toBe('not_found');
    }
  });

  it('two people on one open link do not replace each other', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    await person.submit({ respondentId: 'r-1', displayName: 'One' });
    await person.submit({ respondentId: 'r-2', displayName: 'Two' });
    expect((await integrator.submissions(request.id)).map(({ displayName }) => displayName)).toEqual([
      'Two',
      'One',
    ]);
  });
});

describe('consent', () => {
  it('is the wording that was displayed, whatever the request shows by now', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen(ACCEPTED);
    await integrator.call('PATCH', `/${request.id}`, { release: { text: 'Another wording.' } });
    await person.complete(takeId);
    await integrator.call('PATCH', `/${request.id}`, { release: { text: 'A third.' } });
    expect(await integrator.submissions(request.id)).toMatchObject([
      { consent: { text: RELEASE.text, version: 'v1' } },
    ]);
  });

  it('is written only where the request requires a release', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: { text: RELEASE.text } });
    const person = new Respondent(service, link);
    await person.submit(ACCEPTED);
    expect(await integrator.submissions(request.id)).toMatchObject([{ consent: null }]);
  });

  it('is asked for again where the release became required after the take was opened', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const person = new Respondent(service, link);
    const takeId = await person.mustOpen();
    await integrator.call('PATCH', `/${request.id}`, { release: RELEASE });
    expect((await person.complete(takeId)).body).toMatchObject({
      code: 'invalid_input',
      field: 'releaseAccepted',
    });
  });

  describe('of a take that is opened again says what was accepted this time', () => {
    const again = { clientTakeId: 'c-1', respondentId: 'r-1' };
    const newer = { releaseAccepted: true, releaseVersion: 'v2' };
    const asked = async (body: object) => {
      const integrator = new Integrator(service);
      const { request, link } = await integrator.createOpen(body);
      return { integrator, request, respondent: new Respondent(service, link) };
    };
    it('the new wording, where it changed meanwhile', async () => {
      const { integrator, request, respondent } = await asked({ release: RELEASE });
      const takeId = await respondent.mustOpen({ ...again, ...ACCEPTED });
      await integrator.call('PATCH', `/${request.id}`, { release: { text: 'Another wording.' } });
      expect(await respondent.mustOpen({ ...again, ...newer })).toBe(takeId);
      expect((await respondent.complete(takeId)).status).toBe(201);
      expect(await integrator.submissions(request.id)).toMatchObject([
        { consent: { text: 'Another wording.', version: 'v2' } },
      ]);
    });

    it('the wording that became required meanwhile', async () => {
      const { integrator, request, respondent } = await asked({});
      const takeId = await respondent.mustOpen(again);
      await integrator.call('PATCH', `/${request.id}`, { release: RELEASE });
      expect(await respondent.mustOpen({ ...again, ...ACCEPTED })).toBe(takeId);
      expect((await respondent.complete(takeId)).status).toBe(201);
      expect(await integrator.submissions(request.id)).toMatchObject([
        { consent: { text: RELEASE.text, version: 'v1' } },
      ]);
    });

    it('the name as it was corrected, and the manifest that goes with it', async () => {
      const { integrator, request, respondent } = await asked({ release: RELEASE });
      const takeId = await respondent.mustOpen({ ...again, ...ACCEPTED, displayName: 'Aad' });
      const manifest = { manifestVersion: 1, userAgent: 'the one that sent it' };
      await respondent.mustOpen({ ...again, ...ACCEPTED, displayName: 'Ada', manifest });
      await respondent.complete(takeId);
      expect(await integrator.submissions(request.id)).toMatchObject([
        { displayName: 'Ada', consent: { subjectName: 'Ada' } },
      ]);
      expect(service.fakes.completions.at(-1)?.manifest).toEqual(manifest);
    });

    it('and nothing once completing it has begun: that consent was given then', async () => {
      const { integrator, request, respondent } = await asked({ release: RELEASE });
      const takeId = await respondent.mustOpen({ ...again, ...ACCEPTED });
      service.fakes.before = on('recordings.complete_upload', unavailable);
      expect((await respondent.complete(takeId)).status).toBe(503);
      service.fakes.reset();
      await integrator.call('PATCH', `/${request.id}`, { release: { text: 'Another wording.' } });
      expect(await respondent.mustOpen({ ...again, ...newer, displayName: 'Someone else' })).toBe(takeId);
      expect((await respondent.complete(takeId)).status).toBe(201);
      expect(await integrator.submissions(request.id)).toMatchObject([
        { displayName: 'Ada O.', consent: { version: 'v1', subjectName: 'Ada O.' } },
      ]);
    });
  });

  it('outlives its request, attributed to the organization alone', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const submissionId = await new Respondent(service, link).submit(ACCEPTED);
    await integrator.call('DELETE', `/${request.id}`);
    const kept = await service.rows(
      'SELECT organization_id, capture_request_id, text FROM consent WHERE submission_id = $1',
      submissionId,
    );
    expect(kept).toEqual([
      { organization_id: integrator.key.organizationId, capture_request_id: null, text: RELEASE.text },
    ]);
  });

  it('scenario 50: records the address that the gateway vouches for', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const takeId = await new Respondent(service, link).mustOpen(ACCEPTED);
    const forged = { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' };
    await service.call(
      { kind: 'capability', token: link.key },
      'POST',
      `/v1/respond/takes/${takeId}/complete`,
      {
        body: { parts: [{ number: 1, sha256: 'b'.repeat(64) }] },
        headers: forged,
        ip: '2001:db8::9',
      },
    );
    expect(await integrator.submissions(request.id)).toMatchObject([
      { consent: { ipAddress: '2001:db8::9' } },
    ]);
  });

  it('cannot be changed, not even by a statement that tries', async () => {
    const { link } = await new Integrator(service).createOpen({ release: RELEASE });
    const submissionId = await new Respondent(service, link).submit(ACCEPTED);
    const change = service.rows("UPDATE consent SET text = 'forged' WHERE submission_id = $1", submissionId);
    await expect(change).rejects.toThrow(/frozen/);
  });
});

describe('footage that is deleted', () => {
  async function submitted(): Promise<{
    integrator: Integrator;
    requestId: string;
    submissionId: string;
    recordingId: string;
  }> {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ metadata: { a: 1 } });
    const submissionId = await new Respondent(service, link).submit();
    const [submission] = await integrator.submissions(request.id);
    return {
      integrator,
      requestId: request.id,
      submissionId,
      recordingId: String(submission?.['recordingId']),
    };
  }
  const deletion = (organizationId: string, recordingId: string, reason: 'retention' | 'operator') =>
    createEvent(RecordingDeleted, organizationId, {
      recordingId,
      sessionId: null,
      captureRequestId: null,
      reason,
    });

  it('after its retention leaves the answer, says when, and is told of once', async () => {
    const { integrator, requestId, submissionId, recordingId } = await submitted();
    const event = deletion(integrator.key.organizationId, recordingId, 'retention');
    await service.bus.publish(event);
    await service.bus.publish(event);
    expect(await integrator.submissions(requestId)).toMatchObject([
      { id: submissionId, recordingId: null, footageExpiredAt: event.occurredAt },
    ]);
    const told = await service.awaitEvents(requestId, 'submission.footage_expired');
    expect(told.map(({ data }) => data)).toEqual([
      { captureRequestId: requestId, metadata: '{"a":1}', submissionId, recordingId },
    ]);
  });

  it('for another reason leaves the answer as well, without an expiry', async () => {
    const { integrator, requestId, recordingId } = await submitted();
    await service.bus.publish(deletion(integrator.key.organizationId, recordingId, 'operator'));
    expect(await integrator.submissions(requestId)).toMatchObject([
      { recordingId: null, footageExpiredAt: null },
    ]);
  });

  it('of another organization touches nothing', async () => {
    const { integrator, requestId, recordingId } = await submitted();
    await service.bus.publish(deletion(newId('organization'), recordingId, 'retention'));
    expect(await integrator.submissions(requestId)).toMatchObject([{ recordingId, footageExpiredAt: null }]);
  });
});
