import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesWith, withCanary } from '../../harness/canary.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import type { Receipt } from '../../harness/organizations/deletion.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Longer than the sweep that removes what the answer left, on a machine under load. */
const GONE_MS = 120_000;

const { credentials, dataDir } = sharedProduct();
let fixture: CaptureFixture;
beforeAll(async () => {
  fixture = await CaptureFixture.create(credentials);
});
afterAll(() => fixture.clear());

it(`a session's recording that was deleted takes no more tracks, and what was on its way goes too (${MODE})`, async () => {
  const { api } = fixture;
  const { bytes, canary } = withCanary(await makeClip(1));
  const room = await api.post<OpenedRoom>('/v1/sessions');
  const { id: sessionId } = room.session;
  const member = await SignedInMember.owner(credentials);
  const host = await RoomParticipant.host(api, member, sessionId);
  const [grace, ada] = [
    await RoomParticipant.guest(api, room.joinUrl, sessionId, 'Grace'),
    await RoomParticipant.guest(api, room.joinUrl, sessionId, 'Ada'),
  ];
  const [stage, seat] = [await host.connect(), await grace.connect()];
  stage.send({ type: 'take.start' });
  await seat.receive('take.start');
  stage.send({ type: 'take.stop' });
  await seat.receive('take.stop');
  const landed = await (await host.upload(bytes, 1)).complete();
  const sent = await grace.upload(bytes, 1);
  const { recordingId } = await api.expect<{ recordingId: string }>(
    200,
    'POST',
    `/v1/sessions/${sessionId}/end`,
  );
  expect(await filesWith(join(dataDir, 'store'), canary)).not.toEqual([]);

  const receipt = await api.expect<Receipt>(202, 'DELETE', `/v1/recordings/${recordingId}`);
  expect(receipt).toMatchObject({ recordingId, sessionId, submissionId: null });
  const kinds = receipt.tracks.map(({ id, objects }) => [id === landed, objects.map(({ kind }) => kind)]);
  expect(kinds.sort()).toEqual([
    [false, ['part']],
    [true, ['original']],
  ]);
  await expect(sent.complete()).rejects.toThrow(/answered 4\d\d/);
  await expect(ada.track(bytes, 1).open()).rejects.toThrow(/answered 410 .*footage_expired/);
  await until(
    'the bytes to go',
    async () => (await filesWith(join(dataDir, 'store'), canary)).length === 0,
    GONE_MS,
  );
  expect(await api.expect(200, 'POST', `/v1/sessions/${sessionId}/end`)).toMatchObject({
    promotion: 'existing',
    recordingId,
  });
  expect((await api.call('GET', `/v1/recordings/${recordingId}`)).status).toBe(404);
});
