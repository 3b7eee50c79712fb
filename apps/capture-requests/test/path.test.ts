import { CALLER_IP } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from './fixtures/integrator.js';
import { linkOf, Respondent } from './fixtures/respondent.js';
import { Service } from './fixtures/service.js';

describe('from question to answer', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start(inject('postgresAdminUrl'));
  });
  afterAll(() => service.stop());

  it('a contact sees the question, records, submits, and the integrator reads the submission with its consent', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ openLink: true, release: RELEASE, metadata: { ticket: 7 } });
    const { contact, link } = await integrator.invite(request.id);
    const ada = new Respondent(service, link);
    const shown = await ada.call('GET', link.path);
    expect(shown.status).toBe(200);
    expect(shown.body).toEqual({
      id: request.id,
      title: 'Title',
      prompt: 'Prompt?',
      status: 'active',
      maxDurationSec: 300,
      deadlineAt: null,
      release: { ...RELEASE, version: 'v1' },
      limits: { maxSizeBytes: 4 * 1024 ** 3, partSizeBytes: 8 * 1024 ** 2 },
      organization: null,
    });
    const stranger = { displayName: 'Somebody else' };
    const takeId = await ada.mustOpen({ ...stranger, releaseAccepted: true, releaseVersion: 'v1' });
    const sha256 = 'b'.repeat(64);
    const grants = await ada.call('POST', `/v1/respond/takes/${takeId}/parts`, {
      parts: [{ number: 1, size: 1024, sha256 }],
    });
    expect(grants.status).toBe(200);
    expect(grants.body).toEqual({ data: [expect.objectContaining({ number: 1, method: 'PUT' })] });
    const completed = await ada.complete(takeId);
    expect(completed.status).toBe(201);
    const { submissionId } = completed.body;
    const [submission] = await integrator.submissions(request.id);
    expect(submission).toEqual({
      id: submissionId,
      displayName: 'Ada',
      recordingId: expect.stringMatching(/^rec_/),
      durationSec: 12,
      viaOpenLink: false,
      contactId: contact.id,
      state: 'received',
      createdAt: expect.any(String),
      previousTakeAt: null,
      footageExpiredAt: null,
      consent: {
        text: RELEASE.text,
        version: 'v1',
        acceptedAt: expect.any(String),
        ipAddress: CALLER_IP,
        subjectName: 'Ada',
      },
    });
    const [event] = await service.awaitEvents(request.id, 'capture_request.submission_received');
    expect(event?.data).toEqual({
      captureRequestId: request.id,
      metadata: '{"ticket":7}',
      submissionId,
      recordingId: submission?.['recordingId'],
      contactId: contact.id,
      viaOpenLink: false,
    });
  });

  it('somebody with the open link submits under a name of their own', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const submissionId = await new Respondent(service, link).submit({
      displayName: 'Bo',
      respondentId: 'r-1',
    });
    const [submission] = await integrator.submissions(request.id);
    expect(submission).toMatchObject({
      id: submissionId,
      displayName: 'Bo',
      viaOpenLink: true,
      contactId: null,
      consent: null,
    });
  });

  it('closing stops every link at once, and says so once', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const closed = await integrator.call('POST', `/${request.id}/close`);
    expect(closed.status).toBe(200);
    expect(closed.body).toMatchObject({ status: 'closed', closedReason: 'closed_by_api' });
    const refused = await new Respondent(service, link).call('GET', link.path);
    expect([refused.status, refused.body['code']]).toEqual([409, 'capture_request_closed']);
    const again = await integrator.call('POST', `/${request.id}/close`);
    expect(again.body).toEqual(closed.body);
    const events = await service.awaitEvents(request.id, 'capture_request.closed');
    expect(events.map(({ data }) => data['reason'])).toEqual(['closed_by_api']);
  });

  it('links are on the public address', async () => {
    const { request } = await new Integrator(service).createOpen();
    expect(request.openLink?.url).toMatch(
      new RegExp(`^https://capture\\.example/o/${request.openLink?.campaignId}\\?k=[\\w-]{43}$`),
    );
    expect(linkOf(request.openLink?.url ?? '').path).toBe(
      `/v1/respond/campaigns/${request.openLink?.campaignId}`,
    );
  });
});
