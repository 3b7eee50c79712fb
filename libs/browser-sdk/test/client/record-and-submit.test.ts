import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPEN, codeOf, newClient, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { browser, fake, page, usePage } from '../fixtures/test-page.js';

usePage();

const states = () => page.evaluate(() => window.states.map(({ state }) => state));
const stored = () => page.evaluate(async () => (await window.Capture.CaptureClient.listStranded()).length);

describe('a take', () => {
  it('arrives byte for byte, is a playable MP4, and is freed locally only then', async () => {
    await record(page, 2);
    await page.evaluate(() => window.client.stop());
    expect(fake.count(/takes|store/)).toBe(0);
    const local = await previewBytes(page);

    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });

    expect(fake.bytes.equals(local)).toBe(true);
    expect((await inspect(local)).codecs).toEqual(['h264', 'opus']);
    expect(await page.evaluate(() => window.client.take)).toBeNull();
    expect(
      await page.evaluate(() =>
        navigator.storage.getDirectory().then(async (root) => {
          const names = [];
          for await (const name of (await root.getDirectoryHandle('capture-v1')).keys()) names.push(name);
          return names;
        }),
      ),
    ).toEqual([]);
    expect(await states()).toEqual([
      'requesting',
      'previewing',
      'starting',
      'recording',
      'stopping',
      'recorded',
      'uploading',
      'submitted',
    ]);
  });

  it('is opened with the consent that was given and sealed with a manifest of what was sent', async () => {
    await record(page);
    const take = await page.evaluate(() => window.client.stop());
    await submit(page);

    const [sent] = fake.takes.values();
    expect(sent?.opened).toMatchObject({
      clientTakeId: take.id,
      releaseAccepted: true,
      releaseVersion: 'v1',
      durationSec: take.durationSec,
      sizeBytes: take.sizeBytes,
      contentType: 'video/mp4',
      manifest: {
        manifestVersion: 1,
        sdk: { name: '@capture/browser' },
        recorder: { mimeType: 'video/mp4;codecs=avc3,opus', timesliceMs: 1000 },
        devices: [
          { kind: 'camera', label: null },
          { kind: 'microphone', label: null },
        ],
        startedAt: take.startedAt,
      },
    });
    const hashes = [...(sent?.parts ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([number, bytes]) => ({
        number,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }));
    expect(sent?.completed).toMatchObject({
      parts: hashes.map(({ number, sha256 }) => ({ number, sha256 })),
      manifest: { fragments: hashes, merkleRoot: sent?.completed?.merkleRoot },
    });
    expect(JSON.stringify(sent)).not.toContain('deviceId');
  });

  it('reports progress that never falls, keeps 2 % for the verification and ends at 1', async () => {
    await record(page, 2);
    const { sizeBytes } = await page.evaluate(() => window.client.stop());
    const sent = page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          window.client.on('progress', (event) => event.phase === 'done' && resolve(event));
        }),
    );
    await submit(page);

    expect(await sent).toEqual({ fraction: 1, phase: 'done', sentBytes: sizeBytes, totalBytes: sizeBytes });
    const fractions = await page.evaluate(() => window.fractions);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(fractions.at(-2)).toBeCloseTo(0.98, 5);
  });

  it('can be dropped and made again, and the dropped one leaves nothing behind', async () => {
    await record(page);
    const first = await page.evaluate(() => window.client.stop());
    await page.evaluate(() => window.client.discard());
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
    await record(page);
    const second = await page.evaluate(() => window.client.stop());

    expect(second.id).not.toBe(first.id);
    await submit(page);
    expect([...fake.takes.values()].map(({ opened }) => opened.clientTakeId)).toEqual([second.id]);
    expect(await stored()).toBe(0);
  });

  it('stops by itself at the request’s limit', async () => {
    fake.request.maxDurationSec = 2;
    await page.evaluate(async () => {
      await window.client.preview();
      const recorded = new Promise<void>((resolve) => {
        window.client.on('state', ({ state }) => state === 'recorded' && resolve());
      });
      await window.client.start();
      await recorded;
    });
    const take = await page.evaluate(() => window.client.stop());

    expect(take.endReason).toBe('time_limit');
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });
});

describe('a call', () => {
  it('to stop() twice gives the same take', async () => {
    await record(page);
    const [a, b, c] = await page.evaluate(async () => [
      ...(await Promise.all([window.client.stop(), window.client.stop()])),
      await window.client.stop(),
    ]);
    expect(a).toEqual(b);
    expect(c).toEqual(a);
  });

  it('out of order is refused with the code of the specification', async () => {
    expect(await codeOf(page, (client) => client.start())).toBe('not_recording');
    expect(await codeOf(page, (client) => client.stop())).toBe('not_recording');
    expect(await codeOf(page, (client) => client.submit({ releaseAccepted: true }))).toBe(
      'nothing_to_submit',
    );
    expect(await codeOf(page, (client) => client.recover())).toBe('nothing_to_submit');
    await page.evaluate(() => window.client.destroy());
    expect(await codeOf(page, (client) => client.preview())).toBe('not_recording');
  });

  it('to submit() without the required release, or without a name on an open link, sends nothing', async () => {
    await record(page);
    await page.evaluate(() => window.client.stop());
    expect(await submit(page, { releaseAccepted: false })).toMatchObject({
      code: 'invalid_request',
      field: 'releaseAccepted',
    });
    await page.evaluate(() => window.client.destroy());
    await newClient(page, fake, { access: OPEN });
    await record(page);
    await page.evaluate(() => window.client.stop());
    expect(await submit(page)).toMatchObject({ code: 'invalid_request', field: 'displayName' });
    expect(fake.takes.size).toBe(0);

    expect(await submit(page, { displayName: 'Ada' })).toEqual({ submissionId: 'sub_tke_1' });
    const [take] = fake.takes.values();
    expect(take?.opened).toMatchObject({ displayName: 'Ada', respondentId: expect.any(String) });
  });

  it('to start() on a request that is not active is refused before anything is recorded', async () => {
    fake.request.status = 'closed';
    await page.evaluate(() => window.client.preview());
    expect(await codeOf(page, (client) => client.start())).toBe('request_closed');
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
  });

  it('to destroy() or discard() in the middle of another call leaves nothing hanging', async () => {
    const settled = (...calls: string[]) =>
      page.evaluate(async (names) => {
        const { client } = window;
        const all = {
          preview: () => client.preview(),
          start: () => client.start(),
          destroy: async () => client.destroy(),
          discard: () => client.discard(),
        };
        const outcomes = names.map((name) => all[name as keyof typeof all]());
        return (await Promise.allSettled(outcomes)).map(({ status }) => status);
      }, calls);
    await settled('preview');
    expect(await settled('start', 'discard')).toEqual(['fulfilled', 'fulfilled']);
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
    expect(await stored()).toBe(0);
    expect(await settled('start', 'destroy')).toEqual(['rejected', 'fulfilled']);
    await newClient(page, fake);
    expect(await settled('preview', 'destroy')).toEqual(['rejected', 'fulfilled']);
    expect(await stored()).toBe(0);
  });

  it('to destroy() turns the devices off, may be repeated, and keeps the unsubmitted take', async () => {
    await record(page);
    const live = await page.evaluate(async () => {
      const stream = await window.client.preview().catch(() => null);
      window.client.destroy();
      window.client.destroy();
      return { stream, state: window.client.state };
    });
    expect(live).toEqual({ stream: null, state: 'destroyed' });
    await expect.poll(stored).toBe(1);
    await newClient(page, fake);
    expect((await page.evaluate(() => window.client.recover())).recovered).toBe(true);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });
});

describe('permission', () => {
  it('that is refused gives permission_denied and may be asked for again', async () => {
    const session = await browser.context.newCDPSession(page);
    const set = (setting: 'denied' | 'granted') =>
      session.send('Browser.setPermission', { permission: { name: 'camera' }, setting, origin: fake.url });
    await set('denied');
    expect(await codeOf(page, (client) => client.preview())).toBe('permission_denied');
    expect(await page.evaluate(() => window.client.state)).toBe('idle');
    await set('granted');
    await page.evaluate(() => window.client.preview());
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
  });
});
