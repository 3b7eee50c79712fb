import { until } from '@capture/testing';
import { Operator } from '../clients/operator.js';
import { RoomParticipant, RoomSocket, type JoinedRoom, type OpenedRoom } from '../clients/room.js';
import { makeClip } from '../clip.js';
import type { Credentials } from '../processes/product.js';
import { CaptureFixture, type PageBody } from './capture-fixture.js';
import { Members, type SignedInAs } from './members.js';

/** One object of every kind in an organization, to fill path parameters with. */
export class SampleObjects {
  private readonly ids = new Map<string, string>();

  private constructor(readonly fixture: CaptureFixture) {}

  /** Creates them with `credentials.liveKey`. */
  static async create(credentials: Credentials): Promise<SampleObjects> {
    const objects = new SampleObjects(await CaptureFixture.withKey(credentials.baseUrl, credentials.liveKey));
    await objects.fillIn();
    await objects.addTrack(credentials);
    return objects;
  }

  /** Adds what accounts keeps of the organization: one of each kind, made by a member who may. */
  async addAccounts(owner: SignedInAs): Promise<void> {
    const { api } = owner;
    const invited = { email: `invited-${owner.email}`, role: 'viewer' };
    const invitation = await api.call<{ id: string }>('POST', '/invitations', { body: invited });
    const { body: signIns } = await api.call<PageBody<{ id: string }>>('GET', '/sign-ins');
    const { body: keys } = await api.call<PageBody<{ id: string }>>('GET', '/keys');
    const email = `gone-${owner.email}`;
    await api.call('POST', '/suppressions', { body: { email } });
    const person = { email: `erased-${owner.email}` };
    const { body: erasure } = await api.call<{ id: string }>('POST', '/erasures', { body: person });
    this.set('erasures', { id: erasure.id });
    this.set('invitations', { id: invitation.body.id });
    this.set('sign-ins', { id: signIns.data[0]?.id ?? '' });
    this.set('keys', { keyId: keys.data[0]?.id ?? '' });
    this.set('members', { member: owner.id });
    // Only a device makes one; of another person's the answer is the same as of none.
    this.set('passkeys', { id: 'psk_01h455vb4pex5vsknk084sn02p' });
    // An organization has two at most, which the tests of the routes make themselves.
    this.set('scim-tokens', { id: 'sct_01h455vb4pex5vsknk084sn02p' });
    const domain = `${owner.email.replace(/[^a-z0-9]/g, '-')}.example`;
    await api.call('POST', '/mail-domains', { body: { domain } });
    this.set('mail-domains', { domain });
    this.set('suppressions', { email });
  }

  /** Replaces each parameter of a path, of the API or of the console, by a real id. */
  fill(path: string): string {
    const [collection = ''] = path.replace(/^\/(v1|console\/api)\//, '').split('/');
    return path.replace(/\{(\w+)\}/g, (_match, parameter: string) => {
      const id = this.ids.get(`${collection} ${parameter}`);
      if (id === undefined)
        throw new Error(`there is no sample object for {${parameter}} of ${path}: add one`);
      return id;
    });
  }

  clear(): Promise<void> {
    return this.fixture.clear();
  }

  private async fillIn(): Promise<void> {
    const { api, receiver, request, contact, respondent } = this.fixture;
    const submissionId = await respondent.submit({
      bytes: await makeClip(1),
      durationSec: 1,
      releaseVersion: 'v1',
    });
    const { data } = await this.fixture.submissions();
    const recordingId = data[0]?.recordingId ?? '';
    const recording = await this.fixture.recording(recordingId);
    const endpoints = await api.get<PageBody<{ id: string; url: string }>>('/v1/webhook-endpoints');
    const endpoint = endpoints.data.find(({ url }) => url === receiver.url)?.id ?? '';
    const received = await receiver.event('capture_request.submission_received', { submissionId });
    const delivery = await until('a delivery in the log', async () => {
      const log = await api.get<PageBody<{ id: string }>>(`/v1/webhook-endpoints/${endpoint}/deliveries`);
      return log.data[0]?.id;
    });
    this.set('capture-requests', { id: request.id, contactId: contact.id, submissionId });
    this.set('recordings', { id: recordingId, trackId: recording.tracks[0]?.id ?? '' });
    this.set('webhook-endpoints', { id: endpoint, deliveryId: delivery });
    this.set('events', { id: received.event.id });
  }

  /** A track of the sample session, which takes a host who has started a take. */
  private async addTrack(credentials: Credentials): Promise<void> {
    const { api } = this.fixture;
    const { session, joinUrl, hostToken, inviteId } = await api.post<OpenedRoom>('/v1/sessions');
    const members = new Members(new Operator(credentials), credentials.baseUrl);
    const producer = await members.add(credentials.organizationId, 'producer');
    const guest = await RoomParticipant.guest(api, joinUrl, session.id, 'Guest');
    const body = { displayName: 'Host', hostToken };
    const path = `/sessions/${session.id}/host`;
    const { body: host } = await producer.api.call<JoinedRoom>('POST', path, { body });
    const socket = new RoomSocket(credentials.baseUrl, session.id, host.participantToken);
    await socket.receive('welcome');
    socket.send({ type: 'take.start' });
    await socket.receive('take.start');
    socket.close();
    await guest.track(await makeClip(1), 1).open();
    this.set('sessions', { id: session.id, inviteId, participantId: guest.joined.participantId });
  }

  private set(collection: string, parameters: Record<string, string>): void {
    for (const [name, id] of Object.entries(parameters)) this.ids.set(`${collection} ${name}`, id);
  }
}
