import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@capture/testing';
import { launchSkewed } from '../../harness/browser.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { makeMarkedDevices, PICTURES, type MarkedDevices } from '../../harness/marks/marked-devices.js';
import { recordedMarks, type RecordedMarks } from '../../harness/marks/recorded-marks.js';
import {
  compareClocks,
  noteMarks,
  seenMarks,
  type ClockComparison,
  type SeenMarks,
} from '../../harness/marks/seen-marks.js';
import { CaptureFixture, type RecordingBody } from '../../harness/organizations/capture-fixture.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

type Track = RecordingBody['tracks'][number];

const FRAME_MS = 1000 / 30;

describe(`tracks of two devices whose clocks are three seconds off and 50 ppm fast and slow (${MODE})`, () => {
  const { credentials } = sharedProduct();
  let devices: MarkedDevices;
  let fixture: CaptureFixture;
  const browsers: Browser[] = [];

  beforeAll(async () => {
    devices = await makeMarkedDevices();
    for (const clock of ['-3s x1.00005', '+3s x0.99995'])
      browsers.push(await launchSkewed(clock, devices.flags));
    fixture = await CaptureFixture.create(credentials);
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await devices.remove();
    await fixture.clear();
  });

  async function pages(room: OpenedRoom): Promise<RoomPage[]> {
    const contexts = await Promise.all(browsers.map((browser) => newDevice(browser)));
    for (const context of contexts) await noteMarks(context);
    const [one, other] = contexts as [(typeof contexts)[0], (typeof contexts)[0]];
    return [
      await RoomPage.host(one, room.hostUrl, credentials),
      await RoomPage.guest(other, room.joinUrl, 'Grace'),
    ];
  }

  it('lie within one frame of what a clock beside both saw, picture and sound each', async () => {
    const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
    const people = await pages(room);
    for (const person of people) await person.enter();
    const [host] = people as [RoomPage];
    await host.button('Start a take').click();
    await Promise.all(people.map((person) => person.records(1, 8)));
    const seen = await Promise.all(people.map(({ page }) => seenMarks(page)));
    const clocks: ClockComparison[] = [];
    for (const { page } of people) clocks.push(await compareClocks(page));
    await host.button('Stop the take').click();
    await Promise.all(people.map((person) => person.isSafe()));
    await host.button('End the room').click();
    await host.button('End it for everybody').click();

    const ended = await fixture.receiver.event('session.ended', { sessionId: room.session.id });
    const recording = await whole(String(ended.event.data.recordingId));
    const late: number[] = [];
    for (const [index, { name }] of people.entries()) {
      const isGuest = name === 'Grace';
      const track = recording.tracks.find((each) => each.isGuest === isGuest) as Track;
      const marks = await recordedMarks((await fixture.download(recording.id, track.id)).bytes);
      const truth = begun(marks, seen[index] as SeenMarks, clocks[index] as ClockComparison, track);
      expect(track.offsetUncertaintyMs).toBeLessThan(FRAME_MS);
      late.push(
        Number(track.videoStartOffsetMs) - truth.video,
        Number(track.audioStartOffsetMs) - truth.audio,
      );
    }
    const apart = Math.max(...late) - Math.min(...late);
    process.stdout.write(
      `apart: ${apart.toFixed(1)} ms (${late.map((ms) => (ms - Number(late[0])).toFixed(1))})\n`,
    );
    expect(apart).toBeLessThan(FRAME_MS);
  });

  function whole(recordingId: string): Promise<RecordingBody> {
    const available = async (): Promise<RecordingBody | undefined> => {
      const recording = await fixture.recording(recordingId);
      const done = recording.tracks.filter(({ state }) => state === 'available');
      return done.length === 2 ? recording : undefined;
    };
    return until('both tracks', available, 60_000);
  }
});

/** When the file's picture and the sound that players play first were captured, by this process's clock. */
function begun(
  recorded: RecordedMarks,
  seen: SeenMarks,
  { offsetMs }: ClockComparison,
  { audioPreSkipMs }: Track,
): { video: number; audio: number } {
  const pictures = recorded.pictures.flatMap(({ at, number }) => {
    const same = seen.pictures.find(
      (one, index) => one.number === number && index > seen.pictures.length - PICTURES,
    );
    return same ? [same.at - at] : [];
  });
  expect(pictures.length).toBeGreaterThan(20);
  const video = median(pictures);
  const clicks = recorded.clicks.flatMap((at) => {
    const played = at - Number(audioPreSkipMs);
    // A second apart, so that the picture tells which of them it is.
    const same = seen.clicks.find((each) => Math.abs(each - played - video) < 500);
    return same === undefined ? [] : [same - played];
  });
  expect(clicks.length).toBeGreaterThan(3);
  return { video: video + offsetMs, audio: median(clicks) + offsetMs };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
