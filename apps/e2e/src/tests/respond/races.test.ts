import { soak, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api, ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, sha256, type LinkAccess } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const RACES = soak(30);

interface UploadedTake {
  takeId: string;
  parts: { number: number; sha256: string }[];
}

describe(`takes in flight (${MODE})`, () => {
  const credentials = sharedProduct().credentials;
  let fixture: CaptureFixture;
  let api: Api;
  let clip: Buffer;

  const upload = async (respondent: Respondent): Promise<UploadedTake> => {
    const take = { bytes: clip, durationSec: 1, releaseVersion: 'v1', displayName: 'Ada' };
    const { takeId, partSize } = await respondent.open(take);
    return { takeId, parts: await respondent.upload(takeId, clip, partSize) };
  };

  const complete = (
    { takeId, parts }: UploadedTake,
    { key }: LinkAccess,
    headers: Record<string, string> = {},
  ): Promise<Answer<ProblemBody & { submissionId: string }>> =>
    api.call('POST', `/v1/respond/takes/${takeId}/complete`, { body: { parts }, token: key, headers });

  const grant = ({ takeId }: UploadedTake, { key }: LinkAccess): Promise<Answer<ProblemBody>> =>
    api.call('POST', `/v1/respond/takes/${takeId}/parts`, {
      body: { parts: [{ number: 1, size: clip.length, sha256: sha256(clip) }] },
      token: key,
    });

  const invite = async (name: string): Promise<{ id: string; respondent: Respondent }> => {
    const { data } = await api.post<{ data: { id: string; link: string }[] }>(
      `/v1/capture-requests/${fixture.request.id}/contacts`,
      { contacts: [{ email: `${name.toLowerCase()}@example.org`, name }] },
    );
    const [contact] = data;
    if (!contact) throw new Error('no contact came back');
    return { id: contact.id, respondent: new Respondent(api, accessOf(contact.link)) };
  };

  beforeAll(async () => {
    clip = await makeClip(1);
    const operator = new Operator(credentials);
    const { key } = await operator.key(await operator.organization('platform', 'Races'));
    fixture = await CaptureFixture.withKey(credentials.baseUrl, key);
    api = fixture.api;
  });

  afterAll(() => fixture.clear());

  it('scenario 50: writes the address of the connection into a consent, whatever the caller forwards', async () => {
    const forged = '203.0.113.9';
    const take = await upload(fixture.visitor);
    const answer = await complete(take, fixture.visitor.access, {
      'x-forwarded-for': `${forged}, 198.51.100.7`,
      forwarded: `for=${forged}`,
      'x-real-ip': forged,
      'true-client-ip': forged,
      'cf-connecting-ip': forged,
      'x-client-ip': forged,
    });
    expect(answer).toMatchObject({ status: 201 });
    const { data } = await fixture.submissions();
    const consent = data.find(({ id }) => id === answer.body.submissionId)?.consent;
    expect(['127.0.0.1', '::1']).toContain(consent?.ipAddress);
    expect(JSON.stringify(data)).not.toMatch(/203\.0\.113|198\.51\.100/);
  });

  it('scenario 55: lets a contact who is removed while recording neither go on nor complete', async () => {
    const { id, respondent } = await invite('Grace');
    const { access } = respondent;
    const take = await upload(respondent);
    await api.expect(204, 'DELETE', `/v1/capture-requests/${fixture.request.id}/contacts/${id}`);
    const state = await api.call<ProblemBody>('GET', `/v1/respond/takes/${take.takeId}`, {
      token: access.key,
    });
    for (const answer of [await grant(take, access), await complete(take, access), state])
      expect([answer.status, answer.body.code]).toEqual([401, 'link_expired']);
    const { data } = await fixture.submissions();
    expect(data.map(({ displayName }) => displayName)).not.toContain('Grace');
  });

  it('scenario 37: lets one of two takes that complete at once land and calls the other superseded', async () => {
    const { id, respondent } = await invite('Hedy');
    for (let race = 0; race < RACES; race += 1) {
      const takes = [await upload(respondent), await upload(respondent)];
      const answers = await Promise.all(takes.map((take) => complete(take, respondent.access)));
      const outcomes = answers.map(({ status, body }) => [status, body.code ?? 'landed']);
      expect(outcomes.sort()).toEqual([
        [201, 'landed'],
        [409, 'superseded'],
      ]);
      const winner = answers.find(({ status }) => status === 201)?.body.submissionId;
      const { data } = await fixture.submissions();
      expect(data.filter(({ contactId }) => contactId === id).map((each) => each.id)).toEqual([winner]);
    }
  });

  it('scenario 36: refuses to complete a take once its deadline has passed', async () => {
    const fields = { deadlineAt: new Date(Date.now() + 5_000).toISOString() };
    const own = await api.post<{ id: string; openLink: { url: string } }>('/v1/capture-requests', {
      title: 'Soon over',
      prompt: 'Quickly?',
      status: 'active',
      openLink: true,
      ...fields,
    });
    const respondent = new Respondent(api, accessOf(own.openLink.url));
    const { takeId, partSize } = await respondent.open({ bytes: clip, durationSec: 1, displayName: 'Late' });
    const take = { takeId, parts: await respondent.upload(takeId, clip, partSize) };
    await until('the deadline to pass', () => Date.now() > Date.parse(fields.deadlineAt));
    for (const answer of [await complete(take, respondent.access), await grant(take, respondent.access)])
      expect([answer.status, answer.body.code]).toEqual([409, 'capture_request_closed']);
    const { data } = await api.get<{ data: unknown[] }>(`/v1/capture-requests/${own.id}/submissions`);
    expect(data).toEqual([]);
  });

  it('scenario 36: refuses to complete a take of a request that was closed in mid-upload', async () => {
    const { id, respondent } = await invite('Ida');
    const take = await upload(respondent);
    await api.expect(200, 'POST', `/v1/capture-requests/${fixture.request.id}/close`);
    for (const answer of [await complete(take, respondent.access), await grant(take, respondent.access)])
      expect([answer.status, answer.body.code]).toEqual([409, 'capture_request_closed']);
    const { data } = await fixture.submissions();
    expect(data.filter(({ contactId }) => contactId === id)).toEqual([]);
  });

  it('scenario 36: accepts no take after the answer to close, however close they race', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const own = await api.post<{ id: string; openLink: { url: string } }>('/v1/capture-requests', {
        title: 'Race',
        prompt: 'Who is first?',
        status: 'active',
        openLink: true,
      });
      const respondent = new Respondent(api, accessOf(own.openLink.url));
      const { takeId, partSize } = await respondent.open({
        bytes: clip,
        durationSec: 1,
        displayName: 'Racer',
      });
      const take = { takeId, parts: await respondent.upload(takeId, clip, partSize) };
      const closing = api.expect<{ counts: { submissions: number } }>(
        200,
        'POST',
        `/v1/capture-requests/${own.id}/close`,
      );
      const [answer] = await Promise.all([complete(take, respondent.access), closing]);
      const { data } = await api.get<{ data: { id: string }[] }>(
        `/v1/capture-requests/${own.id}/submissions`,
      );
      if (answer.status === 201) expect(data.map(({ id }) => id)).toEqual([answer.body.submissionId]);
      else expect([answer.body.code, data]).toEqual(['capture_request_closed', []]);
    }
  });
});
