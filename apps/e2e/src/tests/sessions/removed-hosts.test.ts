import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { RoomParticipant, RoomSocket, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const PASSWORD = 'correct horse battery staple';

describe(`a host of a room (${MODE})`, () => {
  const credentials = sharedProduct().credentials;
  const { baseUrl, organizationId } = credentials;
  const operator = new Operator(credentials);
  const members = `/orgs/${organizationId}/members`;
  let fixture: CaptureFixture;
  let clip: Buffer;
  let people = 0;

  beforeAll(async () => {
    fixture = await CaptureFixture.create(credentials);
    clip = await makeClip(1);
  });
  afterAll(() => fixture.clear());

  /** Somebody who was added, has chosen a password and signed in. */
  async function colleague(): Promise<{ id: string; api: ConsoleApi }> {
    const email = `host-${Date.now()}-${(people += 1)}@example.org`;
    const { id } = await operator.call<{ id: string }>('POST', members, { email });
    const { link } = await operator.call<{ link: string }>('POST', `${members}/${id}/password-link`, {});
    const anonymous = new ConsoleApi(baseUrl);
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    await anonymous.call('POST', '/set-password', { body });
    return { id, api: await anonymous.signedIn({ email, password: PASSWORD }) };
  }

  it.each(['removed', 'signed out', 'signed out everywhere', 'made a viewer'])(
    'who is %s in mid-room is out of it, and sends what was recorded until then (scenario 79)',
    async (how) => {
      const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
      const { id: sessionId } = room.session;
      const { id, api } = await colleague();
      const host = await RoomParticipant.host(
        fixture.api,
        new SignedInMember(api),
        sessionId,
        room.hostToken,
      );
      const grace = await RoomParticipant.guest(fixture.api, room.joinUrl, sessionId, 'Grace');
      const [stage, seat] = [await host.connect(), await grace.connect()];
      stage.send({ type: 'take.start' });
      await seat.receive('take.start', { takeNumber: 1 });
      if (how === 'removed') await operator.call('DELETE', `${members}/${id}`);
      else if (how === 'made a viewer') await operator.call('PATCH', `${members}/${id}`, { role: 'viewer' });
      else
        expect(
          (await api.call('POST', how === 'signed out' ? '/sign-out' : '/sign-out-everywhere')).status,
        ).toBe(204);
      expect(await stage.closeCode()).toBe(4403);
      const again = new RoomSocket(baseUrl, sessionId, host.joined.participantToken);
      expect(await again.receive('error')).toMatchObject({ code: 'link_expired' });
      expect(await again.closeCode()).toBe(4401);
      expect((await api.call('POST', `/sessions/${sessionId}/end`)).status).toBe(401);
      const trackId = await (await host.upload(clip, 1)).complete();
      seat.send({ type: 'clock.ping', t0: 1 });
      await seat.receive('clock.pong');
      const ended = await fixture.api.expect<{ recordingId: string }>(
        200,
        'POST',
        `/v1/sessions/${sessionId}/end`,
      );
      const { tracks } = await fixture.recording(ended.recordingId);
      expect(tracks.map((track) => track.id)).toEqual([trackId]);
    },
  );
});
