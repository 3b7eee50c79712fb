import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ProblemBody } from '../../harness/clients/api.js';
import { verifySignature } from '../../harness/clients/receiver.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip, probe } from '../../harness/clip.js';
import {
  RELEASE_TEXT,
  CaptureFixture,
  type CaptureRequestBody,
} from '../../harness/organizations/capture-fixture.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe('the main path', () => {
  const directories: string[] = [];
  let fixture: CaptureFixture;
  let clip: Buffer;

  beforeAll(async () => {
    clip = await makeClip(3);
    fixture = await CaptureFixture.create(sharedProduct().credentials);
  });

  afterAll(async () => {
    await fixture.clear();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  it('returns metadata verbatim, key order included', async () => {
    const answer = await fetch(`${fixture.api.baseUrl}/api/v1/capture-requests`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sharedProduct().credentials.liveKey}`,
        'content-type': 'application/json',
      },
      body: '{"title":"t","prompt":"p","metadata":{"b":1,"10":2,"9":12345678901234567890,"a":"\\u0000"}}',
    });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toContain('"metadata":{"b":1,"10":2,"9":12345678901234567890,"a":"\\u0000"}');
  });

  it('leads from a question to a verified, playable file and a signed webhook', async () => {
    const submissionId = await fixture.respondent.submit({
      bytes: clip,
      durationSec: 3,
      releaseVersion: 'v1',
    });

    const delivery = await fixture.receiver.event('capture_request.submission_received', { submissionId });
    verifySignature(delivery, fixture.secret);
    expect(delivery.event.data).toMatchObject({ captureRequestId: fixture.request.id, viaOpenLink: false });
    expect(delivery.event.data['metadata']).toEqual(fixture.request.metadata);
    expect(delivery.body).not.toContain('ipAddress');

    const { data } = await fixture.submissions();
    const submission = data.find(({ id }) => id === submissionId);
    expect(submission).toMatchObject({ viaOpenLink: false, contactId: fixture.contact.id, durationSec: 3 });
    expect(submission?.consent).toMatchObject({ text: RELEASE_TEXT, version: 'v1' });

    const recording = await fixture.recording(submission?.recordingId ?? '');
    expect(recording).toMatchObject({
      status: 'complete',
      captureRequestId: fixture.request.id,
      submissionId,
    });
    const [track] = recording.tracks;
    expect(track).toMatchObject({ state: 'available', sha256: sha256(clip), sizeBytes: clip.length });
    expect(track?.captureManifest.signature.alg).toBe('EdDSA');

    const file = await fixture.download(recording.id, track?.id ?? '');
    expect(file.sha256).toBe(sha256(clip));
    expect(sha256(file.bytes)).toBe(sha256(clip));
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');

    const directory = await mkdtemp(join(tmpdir(), 'capture-path-'));
    directories.push(directory);
    await writeFile(join(directory, 'take.mp4'), file.bytes);
    const seen = await probe(join(directory, 'take.mp4'));
    expect(seen.codecs).toEqual(['h264', 'opus']);
    expect(seen.durationSec).toBeGreaterThan(2.5);
  });

  it('takes a submission through the open link under the name that was given', async () => {
    const submissionId = await fixture.visitor.submit({
      bytes: clip,
      durationSec: 3,
      displayName: 'Grace',
      releaseVersion: 'v1',
    });
    const { data } = await fixture.submissions();
    expect(data.find(({ id }) => id === submissionId)).toMatchObject({
      displayName: 'Grace',
      viaOpenLink: true,
      contactId: null,
    });
  });

  it('replaces an earlier take of the same person and says when that one was made', async () => {
    const second = await fixture.respondent.submit({ bytes: clip, durationSec: 3, releaseVersion: 'v1' });
    const { data } = await fixture.submissions();
    const own = data.filter(({ contactId }) => contactId === fixture.contact.id);
    expect(own.map(({ id }) => id)).toEqual([second]);
    expect(own[0]?.previousTakeAt).toMatch(/^\d{4}-.*Z$/);
    await fixture.receiver.event('submission.replaced', { submissionId: second });
  });

  it('stops every link at once on close and says why in an event', async () => {
    const closed = await fixture.api.expect<CaptureRequestBody>(
      200,
      'POST',
      `/v1/capture-requests/${fixture.request.id}/close`,
    );
    expect(closed.status).toBe('closed');
    for (const { access } of [fixture.respondent, fixture.visitor]) {
      const path = `/v1/respond/${access.kind}/${access.id}`;
      const answer: Answer<ProblemBody> = await fixture.api.call('GET', path, { token: access.key });
      expect([answer.status, answer.body.code]).toEqual([409, 'capture_request_closed']);
    }
    const delivery = await fixture.receiver.event('capture_request.closed', {
      captureRequestId: fixture.request.id,
    });
    expect(delivery.event.data['reason']).toBe('closed_by_api');
    const refused: Answer<ProblemBody> = await fixture.api.call(
      'POST',
      `/v1/capture-requests/${fixture.request.id}/contacts`,
      {
        body: { contacts: [{ email: 'late@example.org', name: 'Late' }] },
      },
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'capture_request_closed']);
  });
});
