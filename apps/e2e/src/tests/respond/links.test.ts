import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api, ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, type LinkAccess } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { fetchDocument, operationsOf } from '../../harness/openapi/openapi.js';
import { CaptureFixture, type CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const GUESSES = Math.round(1_000 * Number(process.env['SOAK_SCALE'] ?? '0.1'));
const NOBODY = '01h455vb4pex5vsknk084sn02q';

interface ContactBody {
  id: string;
  link: string;
}

describe(`links (${MODE})`, () => {
  const credentials = sharedProduct().credentials;
  let fixture: CaptureFixture;
  let api: Api;
  let clip: Buffer;

  const show = ({ kind, id }: LinkAccess, token: string): Promise<Answer<ProblemBody>> =>
    api.call('GET', `/v1/respond/${kind}/${id}`, { token });

  const take = (): { bytes: Buffer; durationSec: number; releaseVersion: string; displayName: string } => ({
    bytes: clip,
    durationSec: 1,
    releaseVersion: 'v1',
    displayName: 'Ada',
  });

  /** A key with one character replaced by another of its alphabet. */
  const altered = (key: string, at: number): string => {
    const place = at % key.length;
    // The last base64url character of 32 bytes carries four bits, so not every replacement changes the key.
    const other = key[place] === 'A' ? 'Q' : 'A';
    return key.slice(0, place) + other + key.slice(place + 1);
  };

  beforeAll(async () => {
    clip = await makeClip(1);
    fixture = await CaptureFixture.create(credentials);
    api = fixture.api;
  });

  afterAll(() => fixture.clear());

  it('scenario 51: no guess opens a link, and its answer is that of a link that never existed', async () => {
    const links = [fixture.respondent.access, fixture.visitor.access];
    const [personal, open] = links as [LinkAccess, LinkAccess];
    const shaped = [
      ['the key of the other link', personal, open.key],
      ['half of the key', open, open.key.slice(0, 21)],
      ['the key and more', open, `${open.key}A`],
      ['the key in capitals', open, open.key.toUpperCase()],
      ['a key of the id alone', personal, createHmac('sha256', '').update(personal.id).digest('base64url')],
      ['a link that never existed', { ...personal, id: `cnt_${NOBODY}` }, personal.key],
      ['an open link that never was', { ...open, id: `cmp_${NOBODY}` }, open.key],
      ['an id of the other kind', { ...personal, id: open.id }, open.key],
    ] as const;
    const guesses = Array.from({ length: GUESSES }, (_unused, index) => {
      const link = index % 2 === 0 ? personal : open;
      const key = index % 4 < 2 ? altered(link.key, index) : randomBytes(32).toString('base64url');
      return [`guess ${index}`, link, key] as const;
    });
    const bodies = new Set<string>();
    for (const [what, link, key] of [...shaped, ...guesses]) {
      expect(key, what).not.toBe(link.id === personal.id ? personal.key : undefined);
      const { status, headers, body } = await show(link, key);
      expect([what, status, headers.get('www-authenticate')]).toEqual([what, 401, 'Bearer']);
      bodies.add(JSON.stringify({ ...body, requestId: '' }));
    }
    expect([...bodies].map((body) => (JSON.parse(body) as ProblemBody).code)).toEqual(['link_expired']);
    for (const link of links) expect((await show(link, link.key)).status).toBe(200);
  });

  it("scenario 51: another link's key neither opens a take, nor reads, feeds, completes or abandons one", async () => {
    const { takeId } = await fixture.respondent.open(take());
    const { key } = fixture.visitor.access;
    const path = `/v1/respond/takes/${takeId}`;
    const parts = [{ number: 1, size: 10, sha256: 'a'.repeat(64) }];
    const attempts: [string, string, unknown][] = [
      ['GET', path, undefined],
      ['POST', `${path}/parts`, { parts }],
      ['POST', `${path}/complete`, { parts: [{ number: 1, sha256: 'a'.repeat(64) }] }],
      ['DELETE', path, undefined],
    ];
    for (const [method, url, body] of attempts) {
      const answer = await api.call<ProblemBody>(method, url, {
        token: key,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, answer.status, answer.body.code]).toEqual([method, 401, 'link_expired']);
    }
    await api.expect(204, 'DELETE', path, { token: fixture.respondent.access.key });
  });

  it("scenario 43: no route for the holders of links answers another organization's link, an API key or nobody", async () => {
    const operator = new Operator(credentials);
    const { key } = await operator.key(await operator.organization('platform', 'Other links'));
    const elsewhere = await CaptureFixture.withKey(credentials.baseUrl, key);
    const foreign = [elsewhere.respondent.access.key, elsewhere.visitor.access.key];
    const { takeId } = await fixture.visitor.open(take());
    const [personal, open] = [fixture.respondent.access, fixture.visitor.access];
    const ids: Record<string, string> = { contacts: personal.id, campaigns: open.id, takes: takeId };
    const routes = operationsOf(await fetchDocument(credentials.baseUrl)).filter(
      ({ path, 'x-capture': access }) => access?.auth === 'capability' && path.startsWith('/v1/respond/'),
    );
    expect(routes.length).toBeGreaterThanOrEqual(8);
    for (const { method, path, requestBody } of routes) {
      const url = path.replace(/(\w+)\/\{\w+\}/, (_match, kind: string) => `${kind}/${ids[kind]}`);
      const body = requestBody ? { body: {} } : {};
      for (const token of [...foreign, credentials.liveKey, undefined]) {
        const { status } = await api.call(method, url, { ...body, token: token ?? '' });
        // An incomplete body may be refused before the link is looked up.
        expect([method, url, requestBody && status === 400 ? 401 : status]).toEqual([method, url, 401]);
      }
    }
    expect((await show(open, open.key)).status).toBe(200);
    await api.expect(200, 'GET', `/v1/respond/takes/${takeId}`, { token: open.key });
    await elsewhere.clear();
  });

  it('scenario 45: the holder of a link may write only the fields of opening and completing a take', async () => {
    const { access } = fixture.visitor;
    const { takeId } = await fixture.visitor.open(take());
    const members = [
      'takeId',
      'submissionId',
      'recordingId',
      'contactId',
      'captureRequestId',
      'organizationId',
    ];
    const more = [
      'state',
      'acceptedAt',
      'ipAddress',
      'consent',
      'viaOpenLink',
      'previousTakeAt',
      'linkVersion',
    ];
    for (const path of [`${access.kind}/${access.id}/takes`, `takes/${takeId}/complete`])
      for (const name of [...members, ...more]) {
        const options = { body: { [name]: 'mine' }, token: access.key };
        const { status, body } = await api.call<ProblemBody>('POST', `/v1/respond/${path}`, options);
        expect([path, name, status]).toEqual([path, name, 400]);
        expect(body).toMatchObject({
          errors: expect.arrayContaining([expect.objectContaining({ field: name, code: 'unknown_field' })]),
        });
      }
  });

  it('rotating a link ends the old one at once, in mid-upload too; the take goes on under the new one', async () => {
    const { respondent, contact, request } = fixture;
    const opening = { ...take(), clientTakeId: 'rotated-in-mid-upload' };
    const { takeId, partSize } = await respondent.open(opening);
    const parts = await respondent.upload(takeId, clip, partSize);
    const rotated = await api.expect<ContactBody>(
      200,
      'POST',
      `/v1/capture-requests/${request.id}/contacts/${contact.id}/rotate-link`,
    );
    const fresh = new Respondent(api, accessOf(rotated.link));
    expect(fresh.access).toMatchObject({ id: contact.id, kind: 'contacts' });
    const old = await api.call<ProblemBody>('POST', `/v1/respond/takes/${takeId}/complete`, {
      body: { parts },
      token: respondent.access.key,
    });
    expect([old.status, old.body.code]).toEqual([401, 'link_expired']);
    expect((await show(respondent.access, respondent.access.key)).status).toBe(401);
    expect((await fresh.open(opening)).takeId).toBe(takeId);
    const { submissionId } = await fresh.complete(takeId, parts);
    const { data } = await fixture.submissions();
    expect(data.map(({ id }) => id)).toContain(submissionId);
  });

  it('an open link gets another key by rotation and by being switched off and on, never an earlier one', async () => {
    const path = `/v1/capture-requests/${fixture.request.id}`;
    const seen = [fixture.visitor.access];
    for (const step of [
      () => api.expect<CaptureRequestBody>(200, 'POST', `${path}/rotate-open-link`),
      async () => {
        await api.expect(200, 'PATCH', path, { body: { openLink: false } });
        return api.expect<CaptureRequestBody>(200, 'PATCH', path, { body: { openLink: true } });
      },
      () => api.expect<CaptureRequestBody>(200, 'POST', `${path}/rotate-open-link`),
    ]) {
      seen.push(accessOf((await step()).openLink?.url ?? ''));
      const statuses = await Promise.all(seen.map(async (link) => (await show(link, link.key)).status));
      expect(statuses).toEqual([...seen.slice(1).map(() => 401), 200]);
    }
    expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  });
});
