import { repeat, SEED, soak, until } from '@capture/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import type { Delivery } from '../../harness/clients/receiver.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { RoomParticipant, type OpenedRoom, type TrackUpload } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { makeClip } from '../../harness/clip.js';
import type { PageBody, RecordingBody } from '../../harness/organizations/capture-fixture.js';
import { settled } from '../../harness/organizations/reconcile.js';
import { crash, recovered } from '../../harness/processes/crashes.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { retry } from '../../harness/retry.js';

const KILLS_A_ROUND = 4;
/** 100 kills in a soak, 50 of them in mid-promotion, and one round in `npm test`: each kill waits for the process to start again. */
const ROUNDS = soak(25, 1);
const ROUND_LIMIT_MS = 600_000;
/** Work that a process died over is resumed within half a minute. */
const RESUMED_MS = 120_000;
const KILLED = MODE === 'standalone' ? ['the process'] : ['sessions', 'recordings'];
const STEPS = ['open', 'send', 'complete'] as const;
const TRACKS_EACH = 2;
/** The end is asked for at this time, processes die from before it to after it, and tracks go on all the while. */
const END_AT_MS = 150;
const LAST_KILL_MS = 450;
/** Every other process dies so soon after the ends were asked for that their promotion is still under way. */
const PROMOTION_MS = 40;
const ENDS_AT_ONCE = 20;
const LAST_STEP_MS = 600;
const SETTINGS = {
  CAPTURE_BUDGET_READ: '100000',
  CAPTURE_BUDGET_WRITE: '100000',
  CAPTURE_BUDGET_CAPABILITY: '100000',
  CAPTURE_SESSION_SWEEP_MS: '500',
  CAPTURE_SESSION_SETTLE_SEC: '2',
  // Already built by the suite's set-up: a restart should only start the product.
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A room that was killed around its end, with what has to be in its recording. */
interface KilledRoom {
  sessionId: string;
  participants: string[];
  trackIds: string[];
}

let product: Product;
let api: Api;
let member: SignedInMember;
let clip: Buffer;

beforeAll(async () => {
  clip = await makeClip(1);
  product = await Product.start(SETTINGS);
  api = new Api(product.credentials.baseUrl, product.credentials.liveKey);
  member = await SignedInMember.owner(product.credentials);
});
afterAll(() => product.remove());

/** A room in which everybody has recorded one take; some devices said so. */
async function recordedRoom(random: () => number): Promise<{ sessionId: string; people: RoomParticipant[] }> {
  const room = await api.post<OpenedRoom>('/v1/sessions');
  const { id: sessionId } = room.session;
  const people = [await RoomParticipant.host(api, member, sessionId)];
  for (const name of ['Grace', 'Ada'])
    people.push(await RoomParticipant.guest(api, room.joinUrl, sessionId, name));
  const sockets = await Promise.all(people.map((one) => one.connect()));
  sockets[0]?.send({ type: 'take.start' });
  for (const socket of sockets) {
    await socket.receive('take.start');
    if (random() < 0.5) socket.send({ type: 'take.started', takeNumber: 1 });
    socket.send({ type: 'clock.ping', t0: 1 });
    await socket.receive('clock.pong');
  }
  sockets[0]?.send({ type: 'take.stop' });
  for (const socket of sockets) await socket.receive('take.stop');
  return { sessionId, people };
}

/** Ends as many callers do at once: again after no answer, unless the session shows that it has ended. */
async function end(sessionId: string): Promise<void> {
  const path = `/v1/sessions/${sessionId}/end`;
  await Promise.allSettled(Array.from({ length: ENDS_AT_ONCE }, () => api.call('POST', path)));
  await retry('the end', async () => {
    const answer = await api.call('POST', path).catch(() => undefined);
    if (answer?.status === 200) return;
    const { status } = await api.get<{ status: string }>(`/v1/sessions/${sessionId}`);
    if (status !== 'closed') throw new Error(`the session is ${status}`);
  });
}

async function killedRoom(random: () => number, isPromoting: boolean): Promise<KilledRoom> {
  const { sessionId, people } = await recordedRoom(random);
  const uploads = people.flatMap((one) => Array.from({ length: TRACKS_EACH }, () => one.track(clip, 1)));
  const plans = uploads.map((upload) => ({
    upload,
    before: Math.floor(random() * (STEPS.length + 1)),
    goesOnAt: random() * LAST_STEP_MS,
  }));
  await Promise.all(plans.map(({ upload, before }) => take(upload, STEPS.slice(0, before))));
  const name = KILLED[Math.floor(random() * KILLED.length)] ?? '';
  const killAt = isPromoting ? END_AT_MS + random() * PROMOTION_MS : random() * LAST_KILL_MS;
  const [trackIds] = await Promise.all([
    Promise.all(
      plans.map(async ({ upload, before, goesOnAt }) => {
        await pause(goesOnAt);
        await take(upload, STEPS.slice(before));
        return retry('the track', upload.complete);
      }),
    ),
    pause(END_AT_MS).then(() => end(sessionId)),
    pause(killAt).then(() => crash(product, name)),
  ]);
  await recovered(product);
  return { sessionId, participants: people.map(({ joined }) => joined.participantId), trackIds };
}

async function take(upload: TrackUpload, steps: readonly (typeof STEPS)[number][]): Promise<void> {
  for (const step of steps) await retry(`to ${step}`, upload[step]);
}

async function all<T>(path: string): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: PageBody<T> = await api.get(`${path}?limit=100${query}`);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

/** Waits until the session has one recording with every track, and returns its id. */
async function wholeRecording({ sessionId, trackIds }: KilledRoom): Promise<string> {
  const shown = async () => {
    const recordings = await all<RecordingBody & { sessionId: string | null }>('/v1/recordings');
    return recordings.filter((recording) => recording.sessionId === sessionId);
  };
  const isWhole = async (): Promise<boolean> => {
    const [recording] = await shown();
    return recording?.status === 'complete' && recording.tracks.length === trackIds.length;
  };
  await until(`the recording of ${sessionId}`, isWhole, RESUMED_MS, 250);
  const recordings = await shown();
  expect(recordings).toHaveLength(1);
  const { id, tracks } = recordings[0] ?? { id: '', tracks: [] };
  expect(tracks.map((track) => track.id).toSorted()).toEqual(trackIds.toSorted());
  expect(new Set(tracks.map((track) => `${track.state} ${track.sha256}`))).toEqual(
    new Set([`available ${sha256(clip)}`]),
  );
  return id;
}

function keyOf({ type, data }: Delivery['event']): string {
  const { sessionId, participantId, recordingId, trackId } = data;
  const subject = type.startsWith('session.') ? (participantId ?? sessionId) : (trackId ?? recordingId);
  return `${type} ${String(subject)}`;
}

/** What was stated of rooms, but for what may be true more than once. */
async function checkEvents(rooms: (KilledRoom & { recordingId: string })[]): Promise<void> {
  const expected = rooms.flatMap(({ sessionId, recordingId, participants, trackIds }) => [
    `session.opened ${sessionId}`,
    `session.ended ${sessionId}`,
    `recording.created ${recordingId}`,
    ...participants.flatMap((id) => [`session.participant_joined ${id}`, `session.participant_left ${id}`]),
    ...trackIds.map((id) => `recording.track_available ${id}`),
  ]);
  const completed = new Set(rooms.map(({ recordingId }) => `recording.completed ${recordingId}`));
  const ofRooms = new Set(expected.map((key) => key.split(' ')[1]));
  const stated = async (): Promise<string[]> => {
    const events = await all<Delivery['event']>('/v1/events');
    const keys = events.filter(({ type }) => type !== 'session.promotion_failed').map(keyOf);
    return keys.filter((key) => ofRooms.has(key.split(' ')[1]));
  };
  // The log is written from the bus: what has left every outbox may still be on its way.
  const areAllThere = async (): Promise<boolean> => {
    const found = new Set(await stated());
    return [...expected, ...completed].every((key) => found.has(key));
  };
  await until('every event of the rooms in the log', areAllThere, RESUMED_MS, 500);
  const keys = await stated();
  expect(keys.filter((key) => !completed.has(key)).toSorted()).toEqual(expected.toSorted());
  expect(new Set(keys.filter((key) => completed.has(key)))).toEqual(completed);
}

async function round(_index: number, random: () => number): Promise<void> {
  const killed: KilledRoom[] = [];
  for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) killed.push(await killedRoom(random, kill % 2 === 0));
  const rooms: (KilledRoom & { recordingId: string })[] = [];
  for (const room of killed) rooms.push({ ...room, recordingId: await wholeRecording(room) });
  await settled(product);
  await checkEvents(rooms);
  for (const { sessionId, recordingId } of rooms) {
    const again = await api.expect(200, 'POST', `/v1/sessions/${sessionId}/end`);
    expect(again).toMatchObject({ alreadyClosed: true, promotion: 'existing', recordingId });
  }
}

it(
  `scenarios 57, 67: ${ROUNDS * KILLS_A_ROUND} rooms that are ended ${ENDS_AT_ONCE} times at once while a process is killed, with tracks opened, sent and finished before and after, make one complete recording each and state everything once (seed ${SEED}; ${MODE})`,
  () => repeat('rounds of ends', ROUNDS, round),
  ROUNDS * ROUND_LIMIT_MS,
);
