import { Api } from '../clients/api.js';
import { Operator } from '../clients/operator.js';
import { Receiver } from '../clients/receiver.js';
import { accessOf, Respondent } from '../clients/respondent.js';
import type { Credentials } from '../processes/product.js';

export interface CaptureRequestBody {
  id: string;
  title: string;
  prompt: string;
  status: string;
  maxDurationSec: number;
  metadata: Record<string, unknown>;
  release: { required: boolean; text: string; version: string } | null;
  openLink: { url: string; campaignId: string } | null;
  closedReason: string | null;
}

export interface SubmissionBody {
  id: string;
  displayName: string;
  recordingId: string | null;
  durationSec: number;
  viaOpenLink: boolean;
  contactId: string | null;
  previousTakeAt: string | null;
  consent: {
    text: string;
    version: string;
    acceptedAt: string;
    ipAddress: string;
    subjectName: string;
  } | null;
}

export interface RecordingBody {
  id: string;
  captureRequestId: string | null;
  submissionId: string | null;
  status: string;
  tracks: {
    id: string;
    kind: string;
    participantId: string | null;
    takeNumber: number | null;
    state: string;
    sha256: string;
    sizeBytes: number;
    durationSec: number;
    isGuest: boolean;
    startOffsetMs: number | null;
    videoStartOffsetMs: number | null;
    audioStartOffsetMs: number | null;
    audioPreSkipMs: number | null;
    offsetUncertaintyMs: number | null;
    driftPpm: number | null;
    captureManifest: Record<string, unknown> & { signature: { alg: string; kid: string; value: string } };
  }[];
}

export interface PageBody<T> {
  data: T[];
  nextCursor: string | null;
}

export const RELEASE_TEXT = 'You may publish my recording on your web site.';

/** A webhook endpoint, and an active request with an open link, a release and one contact. */
export class CaptureFixture {
  request!: CaptureRequestBody;
  contact!: { id: string; link: string };
  secret!: string;

  private constructor(
    readonly api: Api,
    readonly receiver: Receiver,
  ) {}

  /** With a key of its own, which is the owner's: suites that share one share its budget of writes a minute. */
  static async create(
    credentials: Credentials,
    fields: Record<string, unknown> = {},
  ): Promise<CaptureFixture> {
    const { organizationId, consoleEmail } = credentials;
    const { key } = await new Operator(credentials).key(organizationId, { member: consoleEmail });
    return CaptureFixture.withKey(credentials.baseUrl, key, fields);
  }

  /** In the organization of `key`. */
  static async withKey(
    baseUrl: string,
    key: string,
    fields: Record<string, unknown> = {},
  ): Promise<CaptureFixture> {
    const fixture = new CaptureFixture(new Api(baseUrl, key), await Receiver.start());
    const endpoint = await fixture.api.post<{ secret: string }>('/v1/webhook-endpoints', {
      url: fixture.receiver.url,
      events: ['*'],
      description: 'black-box',
    });
    fixture.secret = endpoint.secret;
    fixture.request = await fixture.api.post('/v1/capture-requests', {
      title: 'Customer stories',
      prompt: 'What changed for you this year?',
      status: 'active',
      maxDurationSec: 60,
      metadata: { campaign: 'spring', 2: 'two', 1: 'one' },
      openLink: true,
      release: { required: true, text: RELEASE_TEXT },
      ...fields,
    });
    const roster = await fixture.api.post<{ data: { id: string; link: string }[] }>(
      `/v1/capture-requests/${fixture.request.id}/contacts`,
      { contacts: [{ email: 'ada@example.org', name: 'Ada' }] },
    );
    const [contact] = roster.data;
    if (!contact) throw new Error('no contact came back');
    fixture.contact = contact;
    return fixture;
  }

  get respondent(): Respondent {
    return new Respondent(this.api, accessOf(this.contact.link));
  }

  get visitor(): Respondent {
    if (!this.request.openLink) throw new Error('the request has no open link');
    return new Respondent(this.api, accessOf(this.request.openLink.url));
  }

  submissions(): Promise<PageBody<SubmissionBody>> {
    return this.api.get(`/v1/capture-requests/${this.request.id}/submissions`);
  }

  recording(id: string): Promise<RecordingBody> {
    return this.api.get(`/v1/recordings/${id}`);
  }

  /** Mints a download URL for a track and fetches the whole file. */
  async download(
    recordingId: string,
    trackId: string,
  ): Promise<{ bytes: Buffer; sha256: string; headers: Headers }> {
    const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
    const { url, sha256 } = await this.api.post<{ url: string; sha256: string }>(path, {});
    const file = await fetch(url);
    if (!file.ok) throw new Error(`download answered ${file.status}`);
    return { bytes: Buffer.from(await file.arrayBuffer()), sha256, headers: file.headers };
  }

  async clear(): Promise<void> {
    const { data } = await this.api.get<PageBody<{ id: string; url: string }>>('/v1/webhook-endpoints');
    for (const endpoint of data) {
      if (endpoint.url === this.receiver.url)
        await this.api.expect(204, 'DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
    }
    await this.receiver.stop();
  }
}
