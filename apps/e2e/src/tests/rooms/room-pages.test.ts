import { soak, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../harness/clients/respondent.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { CaptureFixture, type RecordingBody } from '../../harness/organizations/capture-fixture.js';
import { guidePicture, tooWide, violationsOf } from '../../harness/pages/page-checks.js';
import { RoomBrowser } from '../../harness/rooms/room-browser.js';
import { everybodyTalks, noteLinks } from '../../harness/rooms/room-media.js';
import { RoomPage } from '../../harness/pages/room-page.js';
import { MODE } from '../../harness/processes/product.js';
import { RoomProcesses } from '../../harness/rooms/room-processes.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** A minute without a network is longer than a seat is kept; 20 s without a machine end its connections. */
const OFFLINE_MS = soak(60_000, 6_000);
const FROZEN_MS = soak(20_000, 4_000);
/** What the clocks of pages allow on a machine that is busy; how well tracks line up is measured by the alignment's test. */
const ALIGNED_MS = 500;
const LIMIT_MS = 480_000 + OFFLINE_MS + FROZEN_MS;
/**
 * Everybody records both takes, and who was killed in the first one has two tracks of it. There are more only where a page
 * stood still for more than 5 s: what it records afterwards is a track of its own.
 */
const TRACKS = ['Ada 1', 'Ada 2', 'Grace 1', 'Grace 1', 'Grace 2', 'Hedy 1', 'Hedy 2'];

/** Of these 5 s at least so much is recorded by nobody. */
const PARTED_MS = 3_000;

type Track = RecordingBody['tracks'][number];

/** Upright, and on its side. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/** What axe finds nothing in, and what fits into the window. */
async function isInOrder({ page }: RoomPage): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
}

async function isInOrderOnPhones(person: RoomPage): Promise<void> {
  for (const size of PHONES) {
    await person.page.setViewportSize(size);
    await isInOrder(person);
  }
}

/** How long nothing was recorded between tracks of one device, in milliseconds; negative where they overlap. */
function pauses(tracks: Track[]): number[] {
  const inOrder = tracks.toSorted((one, other) => Number(one.startOffsetMs) - Number(other.startOffsetMs));
  return inOrder.slice(1).map((next, index) => {
    const { startOffsetMs, durationSec } = inOrder[index] as Track;
    return Number(next.startOffsetMs) - Number(startOffsetMs) - durationSec * 1000;
  });
}

/** How long a track itself says that it has no sound, in milliseconds each. */
function lostIn({ captureManifest }: Track): number[] {
  const interruptions = captureManifest['interruptions'] as { type: string; durationMs: number }[];
  const lost = interruptions.filter(({ type }) => type === 'sound_lost' || type === 'stalled');
  return lost.map(({ durationMs }) => durationMs);
}

interface SessionBody {
  participants: { participantId: string; displayName: string }[];
}

describe(`a room in three browsers (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const browsers: RoomBrowser[] = [];
  let processes: RoomProcesses;
  let fixture: CaptureFixture;

  beforeAll(async () => {
    processes = await RoomProcesses.start(sharedProduct());
    for (let count = 0; count < 3; count += 1) browsers.push(await RoomBrowser.start(processes.flags));
    fixture = await CaptureFixture.create(credentials);
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.remove();
    await processes.stop();
    await fixture.clear();
  });

  async function whole(recordingId: string): Promise<RecordingBody> {
    return until(
      'the whole recording',
      async () => {
        const recording = await fixture.recording(recordingId);
        const available = recording.tracks.filter(({ state }) => state === 'available');
        return recording.status === 'complete' && available.length >= TRACKS.length ? recording : undefined;
      },
      60_000,
      // A key's budget is 600 reads a minute.
      500,
    );
  }

  it(
    `people see and hear each other and record two takes; one is killed and back, one offline for ${OFFLINE_MS / 1000} s and frozen for ${FROZEN_MS / 1000} s, and every track of both takes arrives, aligned; the host has a keyboard alone, and every page is accessible`,
    async () => {
      const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
      const [hostsBrowser, gracesBrowser, adasBrowser] = browsers as [RoomBrowser, RoomBrowser, RoomBrowser];
      for (const { context } of browsers) await noteLinks(context);
      const host = await RoomPage.host(hostsBrowser.context, room.hostUrl, credentials);
      let grace = await RoomPage.guest(gracesBrowser.context, room.joinUrl, 'Grace');
      const ada = await RoomPage.guest(adasBrowser.context, room.joinUrl, 'Ada');
      const everybody = (): RoomPage[] => [host, grace, ada];
      const talk = () => everybodyTalks(everybody().map(({ page }) => page));
      await Promise.all([host.seesThemselves(), ada.seesThemselves()]);
      await isInOrder(host);
      await isInOrderOnPhones(ada);
      await guidePicture(host.page, 'green-room');
      // In the same instant, at two processes: nobody was there already.
      await Promise.all([host.entersByKeyboard(), grace.enter(), ada.enter()]);
      for (const { page } of everybody()) expect(page.url()).not.toMatch(/[?&]t=/);
      expect(processes.serving).toBe(MODE === 'standalone' ? 1 : 2);
      await talk();
      await Promise.all([host.sees('Grace'), host.sees('Ada'), ada.sees('Hedy')]);

      await host.presses('Start a take');
      await Promise.all(everybody().map((person) => person.records(1, 2)));
      await guidePicture(host.page, 'room');
      await isInOrder(host);
      await isInOrderOnPhones(ada);
      await grace.keepsSomething();
      await Promise.all([
        // A busy machine may show it later than the shortest absence lasts.
        adasBrowser.offline(OFFLINE_MS, async () => {
          await host.seesOf('Ada', 'Offline');
          await everybodyTalks([host.page, ada.page]);
        }),
        gracesBrowser.kill().then(async () => {
          await gracesBrowser.up();
          await noteLinks(gracesBrowser.context);
          grace = await RoomPage.guest(gracesBrowser.context, room.joinUrl, 'Grace');
          // Nobody is asked for a name or a click: the room is recording.
          await grace.inside();
          await grace.records(1, 3);
          await grace.goesOnFor(3);
        }),
      ]);
      await host.seesOf('Ada', 'Offline', false);
      await talk();
      await host.presses('Stop the take');

      await host.presses('Start a take');
      await Promise.all(everybody().map((person) => person.records(2, 2)));
      await adasBrowser.freeze(FROZEN_MS);
      await talk();
      await host.presses('Stop the take');
      await Promise.all(everybody().map((person) => person.isSafe()));
      await host.presses('End the room');
      await host.presses('End it for everybody');
      await Promise.all(everybody().map((person) => person.heading('The room has ended')));
      const owners = TRACKS.map((track) => track.replace(/ .*/, ''));
      await host.seesStored(owners);
      await guidePicture(host.page, 'room-ended');
      await isInOrder(host);
      await isInOrderOnPhones(ada);
      // The same link tells it later, too.
      await host.page.reload();
      await host.tryToEnter();
      await host.heading('This room has ended');
      await host.seesStored(owners);

      const sessionId = room.session.id;
      const { recordingId } = (await fixture.receiver.event('session.ended', { sessionId })).event.data;
      const { tracks } = await whole(String(recordingId));
      const { participants } = await fixture.api.get<SessionBody>(`/v1/sessions/${sessionId}`);
      const nameOf = new Map(participants.map((one) => [one.participantId, one.displayName]));
      const ownerOf = (one: Track): string => `${nameOf.get(one.participantId ?? '')} ${one.takeNumber}`;
      const of = (owner: string): Track[] => tracks.filter((one) => ownerOf(one) === owner);
      expect(new Set(tracks.map(ownerOf))).toEqual(new Set(TRACKS));
      expect(of('Grace 1').length).toBeGreaterThan(1);
      for (const owner of new Set(TRACKS))
        for (const pauseMs of pauses(of(owner)))
          expect(pauseMs, owner).toBeGreaterThan(owner === 'Grace 1' ? -ALIGNED_MS : PARTED_MS);
      const [first, second] = [1, 2].map((take) =>
        tracks.filter(({ takeNumber }) => takeNumber === take),
      ) as [typeof tracks, typeof tracks];
      const starts = (of = tracks): number[] => of.map(({ startOffsetMs }) => Number(startOffsetMs));
      expect(Math.min(...starts(second))).toBeGreaterThan(Math.max(...starts(first)));
      // Of what the microphone of a frozen page gave meanwhile, the browser keeps about a second.
      const lost = [...of('Ada 2').flatMap(lostIn), ...pauses(of('Ada 2'))];
      expect(lost.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(FROZEN_MS / 2);
      for (const { id, sha256: told, offsetUncertaintyMs } of tracks) {
        expect(sha256((await fixture.download(String(recordingId), id)).bytes)).toBe(told);
        expect(offsetUncertaintyMs).toBeLessThan(ALIGNED_MS);
      }
    },
    LIMIT_MS,
  );
});
