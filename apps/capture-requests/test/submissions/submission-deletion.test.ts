import {
  AppError,
  createEvent,
  newId,
  RecordingDeleted,
  type EventEnvelope,
  type KeyPrincipal,
} from '@capture/contracts';
import { CALLER_IP, keyPrincipal, type Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterEach(() => service.fakes.reset());
afterAll(() => service.stop());

interface Answered {
  integrator: Integrator;
  requestId: string;
  submissionId: string;
  recordingId: string;
}

async function answered(): Promise<Answered> {
  const integrator = new Integrator(service);
  const { request, link } = await integrator.createOpen({ release: RELEASE });
  const submissionId = await new Respondent(service, link).submit({
    releaseAccepted: true,
    releaseVersion: 'v1',
  });
  const [submission] = await integrator.submissions(request.id);
  return {
    integrator,
    requestId: request.id,
    submissionId,
    recordingId: String(submission?.['recordingId']),
  };
}

const remove = (
  { integrator, requestId, submissionId }: Answered,
  key: KeyPrincipal = integrator.key,
): Promise<Answer<Record<string, unknown>>> =>
  new Integrator(service, key).call('DELETE', `/${requestId}/submissions/${submissionId}`);

const expiries = (requestId: string): Promise<EventEnvelope[]> =>
  service.awaitEvents(requestId, 'submission.footage_expired');

describe("DELETE of a submission's footage", () => {
  it('answers the receipt of recordings; submission and consent stay, without the recording, told of once', async () => {
    const made = await answered();
    const { integrator, requestId, submissionId, recordingId } = made;
    const [before] = await integrator.submissions(requestId);
    const { status, body } = await remove(made);
    const deletedAt = String(body['deletedAt']);
    expect([status, body]).toMatchObject([
      202,
      { recordingId, submissionId, deletedBy: integrator.key.keyId },
    ]);
    expect(service.fakes.requested.filter((payload) => payload.submissionId === submissionId)).toEqual([
      {
        organizationId: integrator.key.organizationId,
        submissionId,
        recordingId,
        deletedBy: integrator.key.keyId,
        ip: CALLER_IP,
      },
    ]);
    const after = { ...before, recordingId: null, footageExpiredAt: deletedAt };
    expect(after).toMatchObject({ id: submissionId, consent: { text: RELEASE.text } });
    expect(await integrator.submissions(requestId)).toEqual([after]);
    await service.bus.publish(
      createEvent(RecordingDeleted, integrator.key.organizationId, {
        recordingId,
        sessionId: null,
        captureRequestId: requestId,
        reason: 'requested',
      }),
    );
    expect((await expiries(requestId)).map(({ data }) => data)).toMatchObject([
      { submissionId, recordingId },
    ]);
    expect(await integrator.submissions(requestId)).toEqual([after]);
  });

  it('answers the same receipt to a repeat, which asks by the submission alone', async () => {
    const made = await answered();
    const first = await remove(made);
    const second = await remove(made);
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(service.fakes.requested.at(-1)).toMatchObject({ recordingId: null });
    expect(await expiries(made.requestId)).toHaveLength(1);
  });

  it('is finished by the event when the process dies before it has noted the answer', async () => {
    const made = await answered();
    const { integrator, requestId, submissionId, recordingId } = made;
    const event = createEvent(RecordingDeleted, integrator.key.organizationId, {
      recordingId,
      sessionId: null,
      captureRequestId: requestId,
      reason: 'requested',
    });
    await service.bus.publish(event);
    expect(await integrator.submissions(requestId)).toMatchObject([
      { id: submissionId, recordingId: null, footageExpiredAt: event.occurredAt },
    ]);
    expect(await expiries(requestId)).toHaveLength(1);
  });

  it('changes nothing when recordings does not answer', async () => {
    const made = await answered();
    service.fakes.before = (pattern) => {
      if (pattern === 'recordings.delete_footage')
        throw new AppError('service_unavailable', 'recordings is away');
    };
    expect((await remove(made)).status).toBe(503);
    expect(await made.integrator.submissions(made.requestId)).toMatchObject([
      { recordingId: made.recordingId, footageExpiredAt: null },
    ]);
  });

  it('answers 410 footage_expired where the footage went without a receipt that names the submission', async () => {
    const made = await answered();
    const { integrator, recordingId } = made;
    await service.bus.publish(
      createEvent(RecordingDeleted, integrator.key.organizationId, {
        recordingId,
        sessionId: null,
        captureRequestId: null,
        reason: 'operator',
      }),
    );
    expect(await remove(made)).toMatchObject({ status: 410, body: { code: 'footage_expired' } });
  });

  it('answers 404 to another organization, 403 to a test key, and asks recordings for neither', async () => {
    const made = await answered();
    const asked = service.fakes.requested.length;
    expect((await remove(made, keyPrincipal())).status).toBe(404);
    expect((await remove({ ...made, submissionId: newId('submission') })).status).toBe(404);
    expect((await remove({ ...made, submissionId: 'sub_none' })).status).toBe(404);
    const other = await made.integrator.createOpen();
    expect((await remove({ ...made, requestId: other.request.id })).status).toBe(404);
    const refused = await remove(made, { ...made.integrator.key, mode: 'test' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'test_mode_scope' } });
    expect(service.fakes.requested).toHaveLength(asked);
    expect(await made.integrator.submissions(made.requestId)).toMatchObject([
      { recordingId: made.recordingId },
    ]);
  });
});

describe('a recording that is deleted before its take has landed', () => {
  it.each([
    ['requested', 1],
    ['operator', 0],
  ] as const)('is named by no submission (%s)', async (reason, expired) => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const occurredAt = new Date(service.clock.now().getTime() - 1000);
    service.fakes.after = on('recordings.complete_upload', async ({ uploadId, submissionId }) => {
      const recordingId = service.fakes.uploads.get(uploadId)?.completed?.recordingId ?? '';
      const data = {
        recordingId,
        sessionId: null,
        captureRequestId: request.id,
        reason,
        submissionId: submissionId ?? '',
      };
      const deleted = createEvent(RecordingDeleted, integrator.key.organizationId, data, occurredAt);
      await service.bus.publish(deleted);
      await until('the event to be handled', async () => {
        const handled = await service.rows('SELECT 1 FROM inbox WHERE event_id = $1', deleted.id);
        return handled.length > 0;
      });
    });
    const submissionId = await new Respondent(service, link).submit();
    const footageExpiredAt = expired === 1 ? occurredAt.toISOString() : null;
    expect(await integrator.submissions(request.id)).toMatchObject([
      { id: submissionId, recordingId: null, footageExpiredAt },
    ]);
    await service.idleOutbox();
    expect(service.eventsOf(request.id, 'submission.footage_expired')).toHaveLength(expired);
  });
});
