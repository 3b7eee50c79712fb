import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe(`what people do in a room’s pages (${MODE})`, () => {
  const { credentials } = sharedProduct();
  let browser: Browser;
  let fixture: CaptureFixture;
  let member: SignedInMember;

  beforeAll(async () => {
    browser = await launch(['--use-fake-device-for-media-stream=device-count=3']);
    fixture = await CaptureFixture.create(credentials);
    member = await SignedInMember.owner(credentials);
  });
  afterAll(async () => {
    await browser.close();
    await fixture.clear();
  });

  it('they write to each other, share a screen and take another camera in mid-take; a busy one costs them nothing', async () => {
    const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
    const host = await (await RoomParticipant.host(fixture.api, member, room.session.id)).connect();
    const [grace, ada] = [
      await RoomPage.guest(await newDevice(browser), room.joinUrl, 'Grace'),
      await RoomPage.guest(await newDevice(browser), room.joinUrl, 'Ada'),
    ];
    for (const person of [grace, ada]) await person.enter();
    await Promise.all([grace.sees('Ada'), ada.sees('Grace')]);

    await grace.says('Is <b>my</b> light all right?');
    await ada.reads('Grace Is <b>my</b> light all right?');
    await ada.says('It is.');
    await grace.reads('Ada It is.');

    await grace.refusesScreens();
    await grace.button('Share screen').click();
    await grace.notes('Nothing is shared.');
    await grace.allowsScreens();
    await grace.button('Share screen').click();
    await ada.sees('Grace’s screen');

    host.send({ type: 'take.start' });
    await Promise.all([grace, ada].map((person) => person.records(1, 2)));
    await ada.button('Devices').click();
    const [first = '', second = '', third = ''] = await ada.cameras(3);
    expect(await ada.camera()).toBe(first);
    await ada.takesCamera(second);
    await until('the other camera', async () => (await ada.camera()) === second);
    // What has recorded nothing yet cannot be gone on with: another choice within a second would begin another track.
    await ada.goesOnFor(4);
    await ada.isBusy(third);
    await ada.takesCamera(third);
    await ada.notes('That device could not be used');
    expect(await ada.camera()).toBe(second);
    await ada.goesOnFor(2);
    await grace.sees('Ada');
    host.send({ type: 'take.stop' });
    await Promise.all([grace, ada].map((person) => person.isSafe()));
    host.send({ type: 'session.end' });

    const ended = await fixture.receiver.event('session.ended', { sessionId: room.session.id });
    const recordingId = String(ended.event.data.recordingId);
    const tracks = await until(
      'all tracks',
      async () => {
        const { status, tracks: all } = await fixture.recording(recordingId);
        return status === 'complete' ? all : undefined;
      },
      60_000,
      // A key's budget is 600 reads a minute.
      500,
    );
    // The camera that was exchanged is in one track with the one before.
    expect(tracks.map(({ kind }) => kind).sort()).toEqual(['camera', 'camera', 'screen']);
    for (const { id, sha256: told } of tracks)
      expect(sha256((await fixture.download(recordingId, id)).bytes)).toBe(told);
  });
});
