import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api, CallOptions, ProblemBody } from '../../harness/clients/api.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe('bad input along the path', () => {
  let fixture: CaptureFixture;
  let clip: Buffer;
  let api: Api;

  const refused = async (method: string, path: string, options: CallOptions = {}): Promise<ProblemBody> => {
    const answer: Answer<ProblemBody> = await api.call(method, path, options);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      status: answer.status,
      requestId: answer.headers.get('x-request-id'),
    });
    return answer.body;
  };

  beforeAll(async () => {
    clip = await makeClip(1);
    const credentials = sharedProduct().credentials;
    fixture = await CaptureFixture.create(credentials);
    api = fixture.api;
  });

  afterAll(() => fixture.clear());

  it('names the field of a body that does not fit', async () => {
    const title = 'Title';
    const prompt = 'Prompt';
    expect(await refused('POST', '/v1/capture-requests', { body: { prompt } })).toMatchObject({
      code: 'invalid_input',
      field: 'title',
    });
    const cases: [Record<string, unknown>, string][] = [
      [{ title: 7, prompt }, 'title'],
      [{ title, prompt, surprise: true }, 'surprise'],
      [{ title, prompt, maxDurationSec: 4 }, 'maxDurationSec'],
      [{ title, prompt, status: 'closed' }, 'status'],
      [{ title, prompt, metadata: [] }, 'metadata'],
    ];
    for (const [body, field] of cases) {
      expect(await refused('POST', '/v1/capture-requests', { body })).toMatchObject({
        code: 'invalid_input',
        field,
      });
    }
  });

  it('says so when a body is not JSON, too large or of another type', async () => {
    expect((await refused('POST', '/v1/capture-requests', { body: '{"title":' })).code).toBe('invalid_input');
    const large = { title: 'x', prompt: 'y'.repeat(1_100_000) };
    expect((await refused('POST', '/v1/capture-requests', { body: large })).code).toBe('payload_too_large');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const options = { body: { title: 'x', prompt: 'y' }, headers: { 'content-type': type } };
      const { code } = await refused('POST', '/v1/capture-requests', options);
      expect([type, code]).toEqual([type, 'unsupported_media_type']);
    }
  });

  it('takes metadata with members of any name, and calls such names unknown fields elsewhere', async () => {
    const metadata = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const authorization = `Bearer ${sharedProduct().credentials.liveKey}`;
    const answer = await fetch(`${api.baseUrl}/api/v1/capture-requests`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: `{"title":"t","prompt":"p","metadata":${metadata}}`,
    });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([201, expect.stringContaining(`"metadata":${metadata}`)]);
    const { id } = JSON.parse(text) as { id: string };
    const delivery = await fixture.receiver.event('capture_request.created', { captureRequestId: id });
    expect(delivery.body).toContain(`"metadata":${metadata}`);
    for (const name of ['__proto__', 'constructor']) {
      const body = `{"title":"t","prompt":"p","${name}":{"polluted":1}}`;
      expect(await refused('POST', '/v1/capture-requests', { body })).toMatchObject({ field: name });
    }
  });

  it('answers 401 alike for a missing, a malformed and an unknown key', async () => {
    const bodies = await Promise.all(
      [undefined, 'nonsense', `cap_live_${'0'.repeat(49)}`].map(async (token) => {
        const headers: Record<string, string> =
          token === undefined ? {} : { authorization: `Bearer ${token}` };
        const answer = await fetch(`${api.baseUrl}/api/v1/capture-requests`, { headers });
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        const { requestId: _requestId, ...rest } = (await answer.json()) as ProblemBody;
        return JSON.stringify(rest);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('refuses a foreign or malformed cursor instead of showing an empty page', async () => {
    for (const cursor of ['nonsense', 'crq_01h455vb4pex5vsknk084sn02q']) {
      expect((await refused('GET', `/v1/capture-requests?cursor=${cursor}`)).code).toBe('invalid_cursor');
    }
    expect(await refused('GET', '/v1/capture-requests?limit=101')).toMatchObject({
      code: 'invalid_input',
      field: 'limit',
    });
  });

  it('refuses a test key what cannot be undone', async () => {
    const path =
      '/v1/recordings/rec_01h455vb4pex5vsknk084sn02q/tracks/trk_01h455vb4pex5vsknk084sn02q/download-url';
    const { testKey } = sharedProduct().credentials;
    expect((await refused('POST', path, { body: {}, token: testKey })).code).toBe('test_mode_scope');
    expect((await refused('POST', '/v1/sessions', { token: testKey })).code).toBe('test_mode_scope');
  });

  it('refuses a take that breaks the rules of its request, naming the field', async () => {
    const { access } = fixture.visitor;
    const path = `/v1/respond/campaigns/${access.id}/takes`;
    const good = {
      durationSec: 1,
      sizeBytes: clip.length,
      contentType: 'video/mp4',
      releaseAccepted: true,
      releaseVersion: 'v1',
      displayName: 'Grace',
      manifest: {},
    };
    const cases: [Record<string, unknown>, string][] = [
      [{ releaseAccepted: false }, 'releaseAccepted'],
      [{ releaseVersion: 'v9' }, 'releaseVersion'],
      [{ displayName: undefined }, 'displayName'],
      [{ durationSec: 63 }, 'durationSec'],
      [{ sizeBytes: 60 * 1024 ** 2 }, 'sizeBytes'],
      [{ manifest: { manifestVersion: 2 } }, 'manifest.manifestVersion'],
    ];
    for (const [change, field] of cases) {
      const body = { ...good, ...change };
      expect(await refused('POST', path, { body, token: access.key })).toMatchObject({
        code: 'invalid_input',
        field,
      });
    }
    const tooLarge = { ...good, sizeBytes: 5 * 1024 ** 3 };
    expect((await refused('POST', path, { body: tooLarge, token: access.key })).code).toBe('take_too_large');
    expect((await refused('POST', path, { body: good, token: 'guess' })).code).toBe('link_expired');
  });

  it('loses nothing when a part is wrong or missing: the same take then completes', async () => {
    const take = { bytes: clip, durationSec: 1, releaseVersion: 'v1' };
    const { takeId, partSize } = await fixture.respondent.open(take);
    const { access } = fixture.respondent;
    const missing = [{ number: 1, sha256: sha256(clip) }];
    const early = await refused('POST', `/v1/respond/takes/${takeId}/complete`, {
      body: { parts: missing },
      token: access.key,
    });
    expect(early.code).toBe('invalid_input');

    const { data } = await fixture.respondent.grant(takeId, [
      { number: 1, size: clip.length, sha256: sha256(clip) },
    ]);
    const damaged = Buffer.from(clip);
    damaged[100] = (damaged[100] ?? 0) ^ 1;
    const grant = data[0];
    const answer = await fetch(grant?.url ?? '', {
      method: 'PUT',
      headers: grant?.headers ?? {},
      body: new Uint8Array(damaged),
    });
    expect(answer.status).toBe(400);

    const parts = await fixture.respondent.upload(takeId, clip, partSize);
    const { submissionId } = await fixture.respondent.complete(takeId, parts);
    expect((await fixture.respondent.complete(takeId, parts)).submissionId).toBe(submissionId);
    const { data: submissions } = await fixture.submissions();
    expect(submissions.filter(({ id }) => id === submissionId)).toHaveLength(1);
  });
});
