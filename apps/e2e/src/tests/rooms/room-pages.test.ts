import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@capture/testing';
import { launch } from '../../harness/browser.js';
import { sha256 } from '../../harness/clients/respondent.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { CaptureFixture, type RecordingBody } from '../../harness/organizations/capture-fixture.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe(`a room in browsers (${MODE})`, () => {
  const { credentials } = sharedProduct();
  let browser: Browser;
  let fixture: CaptureFixture;

  beforeAll(async () => {
    browser = await launch();
    fixture = await CaptureFixture.create(credentials);
  });
  afterAll(async () => {
    await browser.close();
    await fixture.clear();
  });

  const opened = (): Promise<OpenedRoom> => fixture.api.post<OpenedRoom>('/v1/sessions');

  async function whole(recordingId: string, tracks: number): Promise<RecordingBody> {
    return until(
      'the whole recording',
      async () => {
        const recording = await fixture.recording(recordingId);
        const available = recording.tracks.filter(({ state }) => state === 'available');
        return available.length === tracks ? recording : undefined;
      },
      60_000,
      // A key's budget is 600 reads a minute.
      500,
    );
  }

  it('people enter by their links, see each other, record a take, and all of it arrives', async () => {
    const room = await opened();
    const context = () => newDevice(browser, { viewport: { width: 900, height: 700 } });
    const host = await RoomPage.host(await context(), room.hostUrl, credentials);
    const grace = await RoomPage.guest(await context(), room.joinUrl, 'Grace');
    const ada = await RoomPage.guest(await context(), room.joinUrl, 'Ada');
    for (const person of [host, grace, ada]) {
      await person.enter();
      expect(person.page.url()).not.toMatch(/[?&]t=/);
    }
    await Promise.all([
      ...['Grace', 'Ada'].map((name) => host.sees(name)),
      ...['Hedy', 'Ada'].map((name) => grace.sees(name)),
      ...['Hedy', 'Grace'].map((name) => ada.sees(name)),
    ]);

    await host.button('Start a take').click();
    await Promise.all([host, grace, ada].map((person) => person.records(1, 3)));
    await host.button('Stop the take').click();
    await Promise.all([host, grace, ada].map((person) => person.isSafe()));
    await host.button('End the room').click();
    await host.button('End it for everybody').click();
    await Promise.all([host, grace, ada].map((person) => person.heading('The room has ended')));
    await host.seesStored(['Ada', 'Grace', 'Hedy']);
    // The same link tells it later, too.
    await host.page.reload();
    await host.tryToEnter();
    await host.heading('This room has ended');
    await host.seesStored(['Ada', 'Grace', 'Hedy']);

    const { recordingId } = (await fixture.receiver.event('session.ended', { sessionId: room.session.id }))
      .event.data;
    const { tracks } = await whole(String(recordingId), 3);
    for (const { id, sha256: told } of tracks) {
      const file = await fixture.download(String(recordingId), id);
      expect(sha256(file.bytes)).toBe(told);
    }
    for (const each of browser.contexts()) await each.close();
  });
});
