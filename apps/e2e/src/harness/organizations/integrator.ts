import { randomUUID } from 'node:crypto';
import { Api } from '../clients/api.js';
import { Operator } from '../clients/operator.js';
import { Receiver } from '../clients/receiver.js';
import { accessOf, Respondent } from '../clients/respondent.js';
import type { Product } from '../processes/product.js';
import { retry } from '../retry.js';
import { RELEASE_TEXT, type CaptureRequestBody, type SubmissionBody } from './capture-fixture.js';

/** The expected state of an acknowledged capture request. */
export interface ExpectedRequest {
  title: string;
  status: string;
  contacts: string[];
  submissions: string[];
}

/**
 * An organization that uses every service, retries until it succeeds, and records every answer and the events that must
 * follow from it. At the end, exactly what it recorded must exist.
 */
export class Integrator {
  readonly requests = new Map<string, ExpectedRequest>();
  readonly sessions: string[] = [];
  /** Expected recordings; those of replaced takes are deleted. */
  readonly recordings = new Set<string>();
  /** Expected events, as `type id`. */
  readonly expectedEvents: string[] = [];
  takes = 0;
  private runs = 0;

  private constructor(
    readonly api: Api,
    readonly receiver: Receiver,
    readonly endpoint: { id: string; secret: string },
    readonly clip: Buffer,
  ) {}

  static async create(product: Product, clip: Buffer, name: string): Promise<Integrator> {
    const { baseUrl } = product.credentials;
    const operator = new Operator(product.credentials);
    const { key } = await operator.key(await operator.organization('platform', name));
    const [api, receiver] = [new Api(baseUrl, key), await Receiver.start()];
    const endpoint = await api.post<{ id: string; secret: string }>('/v1/webhook-endpoints', {
      url: receiver.url,
    });
    return new Integrator(api, receiver, endpoint, clip);
  }

  /** One request from its creation to its close, with contacts, submissions of two people, and a session. */
  async runRequest(): Promise<void> {
    this.runs += 1;
    const title = `Run ${this.runs}`;
    const request = await this.create<CaptureRequestBody>('/v1/capture-requests', {
      title: 'Untold',
      prompt: 'What happened?',
      status: 'active',
      openLink: true,
      release: { required: true, text: RELEASE_TEXT },
    });
    const expected: ExpectedRequest = { title: 'Untold', status: 'active', contacts: [], submissions: [] };
    this.requests.set(request.id, expected);
    this.expectEvent('capture_request.created', request.id);
    this.expectEvent('capture_request.launched', request.id);
    await Promise.all([this.collect(request, expected), this.runSession()]);
    await retry('the title', () =>
      this.api.expect(200, 'PATCH', `/v1/capture-requests/${request.id}`, { body: { title } }),
    );
    expected.title = title;
    if (this.runs % 2 === 0) return;
    await this.create(`/v1/capture-requests/${request.id}/close`, undefined, 200);
    expected.status = 'closed';
    this.expectEvent('capture_request.closed', request.id);
  }

  private async collect(request: CaptureRequestBody, expected: ExpectedRequest): Promise<void> {
    const contacts = ['Ada', 'Grace'].map((name) => ({ name, email: `${name}@example.org` }));
    const roster = await this.create<{ data: { id: string; link: string }[] }>(
      `/v1/capture-requests/${request.id}/contacts`,
      { contacts },
    );
    expected.contacts.push(...roster.data.map(({ id }) => id));
    const invited = accessOf(roster.data[0]?.link ?? '');
    const visiting = accessOf(request.openLink?.url ?? '');
    const first = await this.answer(request.id, new Respondent(this.api, invited));
    const other = await this.answer(request.id, new Respondent(this.api, visiting));
    const second = await this.answer(request.id, new Respondent(this.api, invited));
    expected.submissions.push(other.id, second.id);
    this.expectEvent('submission.replaced', second.id);
    this.expectEvent('recording.deleted', first.recordingId ?? '');
    this.recordings.delete(first.recordingId ?? '');
  }

  private async answer(requestId: string, respondent: Respondent): Promise<SubmissionBody> {
    const take = {
      bytes: this.clip,
      durationSec: 1,
      displayName: 'Somebody',
      releaseVersion: 'v1',
      clientTakeId: randomUUID(),
      respondentId: randomUUID(),
    };
    const { takeId, partSize } = await retry('the take to open', () => respondent.open(take));
    const parts = await retry('the parts', () => respondent.upload(takeId, this.clip, partSize));
    const { submissionId } = await retry('the take to complete', () => respondent.complete(takeId, parts));
    const path = `/v1/capture-requests/${requestId}/submissions/${submissionId}`;
    const submission = await retry('the submission', () => this.api.get<SubmissionBody>(path));
    const recordingId = submission.recordingId ?? '';
    this.takes += 1;
    this.recordings.add(recordingId);
    this.expectEvent('capture_request.submission_received', submissionId);
    for (const what of ['created', 'track_available', 'completed'])
      this.expectEvent(`recording.${what}`, recordingId);
    return submission;
  }

  private async runSession(): Promise<void> {
    const { session } = await this.create<{ session: { id: string } }>('/v1/sessions', undefined);
    this.sessions.push(session.id);
    this.expectEvent('session.opened', session.id);
    this.expectEvent('session.ended', session.id);
    while ((await this.end(session.id)) === 'failed')
      this.expectEvent('session.promotion_failed', session.id);
  }

  /** Returns the outcome of the promotion. A failed promotion does not fail the call; calling again retries it. */
  private async end(sessionId: string): Promise<string> {
    const path = `/v1/sessions/${sessionId}/end`;
    return (await this.create<{ promotion: string }>(path, undefined, 200)).promotion;
  }

  /** Retries a POST under one Idempotency-Key until it succeeds. */
  private create<T>(path: string, body: unknown, status = 201): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() };
    return retry(`POST ${path}`, () => this.api.expect<T>(status, 'POST', path, { body, headers }));
  }

  private expectEvent(type: string, id: string): void {
    this.expectedEvents.push(`${type} ${id}`);
  }
}
