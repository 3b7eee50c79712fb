import { afterAll, beforeAll, expect, it } from 'vitest';
import { RoomParticipant, type OpenedRoom, type RoomSocket } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { TestClock } from '../../harness/preloads/test-clock.js';

const SKEW_MS = 3_000;
/** What two readings of the machine's clock may differ by, far below the skew. */
const TOLERANCE_MS = 1_000;
/** `take.start` names an instant that is so far ahead. */
const LEAD_MS = 1_500;

let clock: TestClock;
let product: Product;
let fixture: CaptureFixture;

beforeAll(async () => {
  clock = await TestClock.create();
  product = await Product.start(clock.env);
  fixture = await CaptureFixture.create(product.credentials);
});
afterAll(async () => {
  await fixture.clear();
  await product.remove();
  await clock.remove();
});

/** Moves the clock of the process that serves rooms; the database's stays right. */
function skew(ms: number): Promise<void> {
  return clock.move({ all: 0, sessions: ms, standalone: ms });
}

/** Runs `ask` and checks that the instant it returns lies within it, by the clock that is right. */
async function instant(ask: () => Promise<unknown>, leadMs = 0): Promise<number> {
  const before = Date.now() + leadMs - TOLERANCE_MS;
  const at = Number(await ask());
  expect(at).toBeGreaterThan(before);
  expect(at).toBeLessThan(Date.now() + leadMs + TOLERANCE_MS);
  return at;
}

async function pong(socket: RoomSocket, t0: number): Promise<unknown> {
  socket.send({ type: 'clock.ping', t0 });
  return (await socket.receive('clock.pong', { t0 }))['t1'];
}

it(`a room has one clock, however wrong that of the process which serves it (${MODE}, scenario 70)`, async () => {
  const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
  const { id } = room.session;
  const member = await SignedInMember.owner(product.credentials);
  const stage = await (await RoomParticipant.host(fixture.api, member, id)).connect();
  const guest = await RoomParticipant.guest(fixture.api, room.joinUrl, id, 'Grace');
  const instants: number[] = [];
  for (const [index, ms] of [SKEW_MS, -SKEW_MS].entries()) {
    await skew(ms);
    const takeNumber = index + 1;
    const seat = await guest.connect();
    await instant(async () => (await seat.receive('welcome'))['serverTime'], 0);
    await instant(() => pong(seat, index));
    await instant(() => pong(stage, index));
    const started = await instant(async () => {
      stage.send({ type: 'take.start' });
      return (await seat.receive('take.start', { takeNumber }))['atServerTime'];
    }, LEAD_MS);
    const stopped = await instant(async () => {
      stage.send({ type: 'take.stop' });
      return (await seat.receive('take.stop', { takeNumber }))['atServerTime'];
    });
    instants.push(started, stopped);
  }
  const { takes } = await fixture.api.get<{ takes: { startedAt: string; stoppedAt: string }[] }>(
    `/v1/sessions/${id}`,
  );
  const kept = takes.flatMap(({ startedAt, stoppedAt }) => [startedAt, stoppedAt]);
  expect(kept).toEqual(instants.map((at) => new Date(at).toISOString()));
});
