import { until } from '@capture/testing';
import type { Api } from '../clients/api.js';
import { RoomParticipant, type OpenedRoom } from '../clients/room.js';
import { SignedInMember } from '../clients/signed-in-member.js';
import type { RecordingBody } from './capture-fixture.js';
import type { SignedInAs } from './members.js';

export interface RecordedGuest {
  displayName: string;
  clip: Buffer;
  durationSec: number;
  /** After the first track. */
  laterSec: number;
  interruptions?: object[];
}

/** Records a session of guests whose tracks began at known instants. Returns its ended room and its complete recording. */
export async function recordedSession(
  api: Api,
  producer: SignedInAs,
  guests: readonly RecordedGuest[],
): Promise<{ room: OpenedRoom; recordingId: string }> {
  const room = await api.post<OpenedRoom>('/v1/sessions');
  const { id } = room.session;
  const host = await RoomParticipant.host(api, new SignedInMember(producer.api), id, room.hostToken);
  const stage = await host.connect();
  stage.send({ type: 'take.start' });
  await stage.receive('take.start');
  const began = Date.now();
  for (const { displayName, clip, durationSec, laterSec, interruptions = [] } of guests) {
    const guest = await RoomParticipant.guest(api, room.joinUrl, id, displayName);
    const startedAt = new Date(began + laterSec * 1000).toISOString();
    const clock = { samples: 8, offsetMs: 0, uncertaintyMs: 1, driftPpm: 0 };
    const track = guest.track(clip, 1, { durationSec, manifest: { startedAt, clock, interruptions } });
    await track.open();
    await track.send();
    await track.complete();
  }
  stage.close();
  const ended = await api.expect<{ recordingId: string }>(200, 'POST', `/v1/sessions/${id}/end`);
  await until('every track to be there', async () => {
    const { status } = await api.get<RecordingBody>(`/v1/recordings/${ended.recordingId}`);
    return status === 'complete';
  });
  return { room, recordingId: ended.recordingId };
}
