import { until } from '@capture/testing';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE, Product, type Credentials } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** What a network carries that has been slow before: a part is some ten seconds of a small picture. */
const PART_BYTES = 1024 * 1024;
const PART_LIMIT_MS = 90_000;

const isPart = (response: Response): boolean => response.request().method() === 'PUT' && response.ok();

/** Calls that have to do with tracks, from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' || /\/rooms\/[^/]+\/tracks/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Bytes of media on the device. */
function recordedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const takes = await root.getDirectoryHandle('capture-v1');
    let bytes = 0;
    for await (const id of takes.keys())
      for await (const [name, handle] of (await takes.getDirectoryHandle(id)).entries())
        if (/\.mp4$/.test(name)) bytes += (await (handle as FileSystemFileHandle).getFile()).size;
    return bytes;
  });
}

// Both wait for a camera in real time, at the same time.
describe.concurrent(`what is recorded in a room (${MODE})`, () => {
  let browser: Browser;
  let product: Product;
  const fixtures: CaptureFixture[] = [];

  beforeAll(async () => {
    browser = await launch(['--use-fake-device-for-media-stream=device-count=2']);
    product = await Product.start({ CAPTURE_ROOM_UPLOAD: 'while-recording' });
  });
  afterAll(async () => {
    await browser.close();
    for (const fixture of fixtures) await fixture.clear();
    await product.remove();
  });

  /** A guest in a room that records, and what the host does there. */
  async function recording(credentials: Credentials) {
    const fixture = await CaptureFixture.create(credentials);
    fixtures.push(fixture);
    const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
    const member = await SignedInMember.owner(credentials);
    const host = await (await RoomParticipant.host(fixture.api, member, room.session.id)).connect();
    const device = await newDevice(browser);
    await device.addInitScript((size) => localStorage.setItem('capture:part-size', String(size)), PART_BYTES);
    const grace = await RoomPage.guest(device, room.joinUrl, 'Grace');
    await grace.enter();
    const calls = callsOf(grace.page);
    host.send({ type: 'take.start' });
    await grace.records(1, 1);
    return { fixture, room, host, grace, calls };
  }

  it('leaves the device only after the take', async () => {
    const { host, grace, calls } = await recording(sharedProduct().credentials);
    await until(
      'more than a part on the device',
      async () => (await recordedBytes(grace.page)) > 1.2 * PART_BYTES,
      PART_LIMIT_MS,
      500,
    );
    await grace.goesOnFor(4);
    expect(calls).toEqual([]);
    host.send({ type: 'take.stop' });
    await grace.isSafe();
    expect(calls.filter((call) => call.startsWith('PUT')).length).toBeGreaterThan(0);
  });

  it('is sent while the take goes on where that is set, each part once, and arrives whole although the camera changed meanwhile', async () => {
    const { fixture, room, host, grace, calls } = await recording(product.credentials);
    await grace.page.waitForResponse(isPart, { timeout: PART_LIMIT_MS });
    await grace.button('Devices').click();
    const [, second = ''] = await grace.cameras(2);
    await grace.takesCamera(second);
    await until('the other camera', async () => (await grace.camera()) === second);
    await grace.goesOnFor(3);
    expect(calls.some((call) => call.endsWith('/complete'))).toBe(false);
    host.send({ type: 'take.stop' });
    await grace.isSafe();
    host.send({ type: 'session.end' });

    const sessionId = room.session.id;
    const { recordingId } = (await fixture.receiver.event('session.ended', { sessionId })).event.data;
    const track = await until('the track', async () => {
      const [only, ...others] = (await fixture.recording(String(recordingId))).tracks;
      return only?.state === 'available' && others.length === 0 ? only : undefined;
    });
    const { bytes } = await fixture.download(String(recordingId), track.id);
    expect(sha256(bytes)).toBe(track.sha256);
    expect(track.captureManifest['segmentCount']).toBe(2);
    const parts = calls.filter((call) => call.startsWith('PUT'));
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.length).toBe(Math.ceil(bytes.length / PART_BYTES));
  });
});
