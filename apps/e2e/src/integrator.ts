import { randomUUID } from 'node:crypto';
import { Api } from './api.js';
import { Operator } from './operator.js';
import { persist } from './persist.js';
import type { Product } from './product.js';
import { Receiver } from './receiver.js';
import { accessOf, Respondent } from './respondent.js';
import { RELEASE_TEXT, type CaptureRequestBody, type SubmissionBody } from './scene.js';

/** What an acknowledged capture request must look like ever after. */
export interface KeptRequest {
  title: string;
  status: string;
  contacts: string[];
  submissions: string[];
}

/**
 * An organization that uses every service and never gives up, and that remembers every answer it was given and every
 * fact that follows from it. What it remembers is what must be there in the end: no less and no more.
 */
export class Integrator {
  readonly requests = new Map<string, KeptRequest>();
  readonly sessions: string[] = [];
  /** Recordings that exist; those of replaced takes are gone. */
  readonly recordings = new Set<string>();
  /** `type id`, one for each fact. */
  readonly facts: string[] = [];
  takes = 0;
  private stories = 0;

  private constructor(
    readonly api: Api,
    readonly receiver: Receiver,
    readonly endpoint: { id: string; secret: string },
    readonly clip: Buffer,
  ) {}

  static async settle(product: Product, clip: Buffer, name: string): Promise<Integrator> {
    const { baseUrl, operatorToken } = product.credentials;
    const operator = new Operator(baseUrl, operatorToken);
    const { key } = await operator.key(await operator.organization('platform', name));
    const [api, receiver] = [new Api(baseUrl, key), await Receiver.start()];
    const endpoint = await api.post<{ id: string; secret: string }>('/v1/webhook-endpoints', {
      url: receiver.url,
    });
    return new Integrator(api, receiver, endpoint, clip);
  }

  /** One request from its creation to its close, with a roster, answers of two people, and a room. */
  async story(): Promise<void> {
    this.stories += 1;
    const title = `Story ${this.stories}`;
    const request = await this.make<CaptureRequestBody>('/v1/capture-requests', {
      title: 'Untold',
      prompt: 'What happened?',
      status: 'active',
      openLink: true,
      release: { required: true, text: RELEASE_TEXT },
    });
    const kept: KeptRequest = { title: 'Untold', status: 'active', contacts: [], submissions: [] };
    this.requests.set(request.id, kept);
    this.fact('capture_request.created', request.id);
    this.fact('capture_request.launched', request.id);
    await Promise.all([this.collect(request, kept), this.meet()]);
    await persist('the title', () =>
      this.api.expect(200, 'PATCH', `/v1/capture-requests/${request.id}`, { body: { title } }),
    );
    kept.title = title;
    if (this.stories % 2 === 0) return;
    await this.make(`/v1/capture-requests/${request.id}/close`, undefined, 200);
    kept.status = 'closed';
    this.fact('capture_request.closed', request.id);
  }

  private async collect(request: CaptureRequestBody, kept: KeptRequest): Promise<void> {
    const contacts = ['Ada', 'Grace'].map((name) => ({ name, email: `${name}@example.org` }));
    const roster = await this.make<{ data: { id: string; link: string }[] }>(
      `/v1/capture-requests/${request.id}/contacts`,
      { contacts },
    );
    kept.contacts.push(...roster.data.map(({ id }) => id));
    const invited = accessOf(roster.data[0]?.link ?? '');
    const visiting = accessOf(request.openLink?.url ?? '');
    const first = await this.answer(request.id, new Respondent(this.api, invited));
    const other = await this.answer(request.id, new Respondent(this.api, visiting));
    const second = await this.answer(request.id, new Respondent(this.api, invited));
    kept.submissions.push(other.id, second.id);
    this.fact('submission.replaced', second.id);
    this.fact('recording.deleted', first.recordingId ?? '');
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
    const { takeId, partSize } = await persist('the take to open', () => respondent.open(take));
    const parts = await persist('the parts', () => respondent.upload(takeId, this.clip, partSize));
    const { submissionId } = await persist('the take to complete', () => respondent.complete(takeId, parts));
    const path = `/v1/capture-requests/${requestId}/submissions/${submissionId}`;
    const submission = await persist('the submission', () => this.api.get<SubmissionBody>(path));
    const recordingId = submission.recordingId ?? '';
    this.takes += 1;
    this.recordings.add(recordingId);
    this.fact('capture_request.submission_received', submissionId);
    for (const what of ['created', 'track_available', 'completed'])
      this.fact(`recording.${what}`, recordingId);
    return submission;
  }

  private async meet(): Promise<void> {
    const { session } = await this.make<{ session: { id: string } }>('/v1/sessions', undefined);
    this.sessions.push(session.id);
    this.fact('session.opened', session.id);
    this.fact('session.ended', session.id);
    while ((await this.end(session.id)) === 'failed') this.fact('session.promotion_failed', session.id);
  }

  /** Answers what became of the promotion; a failed one is no failure of the call and is tried again by another. */
  private async end(sessionId: string): Promise<string> {
    const path = `/v1/sessions/${sessionId}/end`;
    return (await this.make<{ promotion: string }>(path, undefined, 200)).promotion;
  }

  /** Repeats a POST under one Idempotency-Key until it is answered. */
  private make<T>(path: string, body: unknown, status = 201): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() };
    return persist(`POST ${path}`, () => this.api.expect<T>(status, 'POST', path, { body, headers }));
  }

  private fact(type: string, id: string): void {
    this.facts.push(`${type} ${id}`);
  }
}
