import { describe, expect, it } from 'vitest';
import { codeOf, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import {
  fake,
  health,
  interruptedTake,
  page,
  recordedSec,
  restartBrowser,
  sentManifest,
  usePage,
} from '../fixtures/test-page.js';

usePage();

/** Chromium's; TypeScript's DOM library leaves it out. */
declare const MediaStreamTrackGenerator: new (of: { kind: 'video' | 'audio' }) => MediaStreamTrack;

/** Ends a track as unplugging its device does. */
function unplug(kind: 'video' | 'audio') {
  return page.evaluate(async (lost) => {
    const stream = await window.shown;
    const track = stream.getTracks().find((each) => each.kind === lost);
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  }, kind);
}

describe('a device that is lost', () => {
  it.each(['video', 'audio'] as const)(
    '(%s) is opened again, and the take is one playable file',
    async (kind) => {
      await record(page, 2);
      const regained = health('device_regained');
      await unplug(kind);
      await regained;
      await health('durable', 3);
      await page.evaluate(() => window.client.stop());
      const bytes = await previewBytes(page);
      const media = await inspect(bytes);

      expect(media.codecs).toEqual(['h264', 'opus']);
      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      expect(media.durationSec).toBeGreaterThan(recordedSec() - 1);
      expect(media.durationSec).toBeLessThan(recordedSec() + 0.5);
      expect(fake.bytes.equals(bytes)).toBe(true);
      const { segments, interruptions } = sentManifest();
      expect(segments.map(({ endReason }) => endReason)).toEqual(['device_lost', 'stopped']);
      expect(interruptions).toMatchObject([
        { type: 'device_lost', kind: kind === 'video' ? 'camera' : 'microphone' },
      ]);
    },
  );

  it('before the recording begins is opened again too', async () => {
    await page.evaluate(() => (window.shown = window.client.preview()));
    await unplug('video');
    await record(page);
    await page.evaluate(() => window.client.stop());
    expect((await inspect(await previewBytes(page))).codecs).toEqual(['h264', 'opus']);
  });

  it('keeps the stream that the page shows the same object', async () => {
    await record(page);
    const regained = health('device_regained');
    await unplug('video');
    await regained;
    expect(
      await page.evaluate(async () => {
        const tracks = (await window.shown).getTracks();
        return tracks.map(({ kind, readyState }) => `${kind} ${readyState}`).sort();
      }),
    ).toEqual(['audio live', 'video live']);
  });

  it('and cannot be opened again interrupts the recording, and what was recorded is kept', async () => {
    await record(page, 2);
    const ended = interruptedTake();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    });
    await unplug('video');

    expect(await ended).toMatchObject({ endReason: 'device_lost' });
    const event = await page.evaluate(
      () => window.states.find(({ state }) => state === 'interrupted')?.error?.code,
    );
    expect(event).toBe('no_devices');
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('twice, and a browser killed after that, still give one playable file', async () => {
    await record(page, 2);
    for (const kind of ['video', 'audio'] as const) {
      const regained = health('device_regained');
      await unplug(kind);
      await regained;
      await health('durable', 3);
    }
    await restartBrowser();
    await page.evaluate(() => window.client.recover());
    expect((await inspect(await previewBytes(page))).codecs).toEqual(['h264', 'opus']);
    await submit(page);
    expect(sentManifest().segments).toHaveLength(3);
  });
});

it('a recorder that stops by itself is followed by another, in one playable file', async () => {
  const recorders = await page.evaluateHandle(() => {
    const all: MediaRecorder[] = [];
    window.MediaRecorder = class extends MediaRecorder {
      constructor(...of: ConstructorParameters<typeof MediaRecorder>) {
        super(...of);
        all.push(this);
      }
    };
    return all;
  });
  await record(page, 2);
  const regained = health('device_regained');
  await recorders.evaluate(([first]) => first?.stop());
  await regained;
  await health('durable', 3);
  await page.evaluate(() => window.client.stop());
  const { durationSec } = await inspect(await previewBytes(page));
  await submit(page);
  expect(durationSec).toBeGreaterThan(recordedSec() - 1);
  expect(sentManifest().segments).toHaveLength(2);
});

it('a machine that slept and a page that was hidden are recorded in the manifest', async () => {
  await record(page);
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await health('durable');
  await setHidden(false);
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 20_000;
  });
  await health('durable');
  await page.evaluate(() => window.client.stop());
  await submit(page);
  const { interruptions } = sentManifest();
  expect(interruptions).toMatchObject([{ type: 'hidden' }, { type: 'stalled' }]);
  const [hidden, stalled] = interruptions;
  expect(hidden?.durationMs).toBeGreaterThan(0);
  expect(stalled?.durationMs).toBeGreaterThanOrEqual(20_000);
});

it('a camera that went while the machine slept is opened again, and the take goes on with it', async () => {
  await record(page, 2);
  await page.evaluate(async () => {
    // Without an event: it came while nobody listened.
    (await window.shown).getVideoTracks()[0]?.stop();
    const now = performance.now.bind(performance);
    performance.now = () => now() + 20_000;
  });
  await health('durable', 3);
  const shown = await page.evaluate(async () =>
    (await window.shown).getTracks().map(({ kind, readyState }) => `${kind} ${readyState}`),
  );
  expect(shown.sort()).toEqual(['audio live', 'video live']);
  await page.evaluate(() => window.client.stop());
  expect((await inspect(await previewBytes(page))).codecs).toEqual(['h264', 'opus']);
});

it('a muted track is reported, and recorded with how long it lasted', async () => {
  await record(page);
  const fire = (type: 'mute' | 'unmute') =>
    page.evaluate(async (name) => {
      (await window.shown).getAudioTracks()[0]?.dispatchEvent(new Event(name));
    }, type);
  const muted = health('muted');
  await fire('mute');
  await muted;
  const unmuted = health('unmuted');
  await health('durable');
  await fire('unmute');
  await unmuted;
  await page.evaluate(() => window.client.stop());
  await submit(page);
  const [interruption] = sentManifest().interruptions;
  expect(interruption).toMatchObject({ type: 'muted', kind: 'microphone' });
  expect(interruption?.durationMs).toBeGreaterThan(0);
});

describe('a camera that delivers no frames', () => {
  /** Opens a camera whose picture never arrives, as one behind a closed driver; with or without a live microphone. */
  const blockCamera = (isMicrophoneLive: boolean) =>
    page.evaluate((isLive) => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const silent = new MediaStreamTrackGenerator({ kind: 'video' });
        const sound = isLive
          ? (await real({ audio: constraints?.audio ?? true })).getAudioTracks()
          : [new MediaStreamTrackGenerator({ kind: 'audio' })];
        return new MediaStream([silent, ...sound]);
      };
    }, isMicrophoneLive);

  it.each([true, false])('ends start() with no_devices within 8 s (live microphone: %s)', async (isLive) => {
    await blockCamera(isLive);
    await page.evaluate(() => window.client.preview());
    const began = Date.now();
    expect(await codeOf(page, (client) => client.start())).toBe('no_devices');
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
    expect(await page.evaluate(() => window.Capture.CaptureClient.listStranded())).toEqual([]);
  });

  it('for a while loses none of the sound that the microphone gave meanwhile', async () => {
    const drawing = await page.evaluateHandle(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
      const context = canvas.getContext('2d');
      let pictures = 0;
      const draw = setInterval(() => context?.fillRect(pictures++ % 320, 0, 1, 180), 33);
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const sound = await real({ audio: constraints?.audio ?? true });
        return new MediaStream([...canvas.captureStream().getVideoTracks(), ...sound.getAudioTracks()]);
      };
      return draw;
    });
    await record(page, 2);
    await drawing.evaluate((draw) => clearInterval(draw));
    // Longer than the gap by which a machine that slept is known.
    const until = (await page.evaluate(() => performance.now())) + 9_000;
    await page.waitForFunction((end) => performance.now() > end, until, { polling: 100 });
    await page.evaluate(() => window.client.stop());
    const { durationSec } = await inspect(await previewBytes(page));
    await submit(page);
    expect(recordedSec()).toBeGreaterThan(9);
    expect(durationSec).toBeGreaterThan(recordedSec() - 1);
    expect(sentManifest().segments).toHaveLength(1);
    expect(sentManifest().interruptions).toEqual([]);
  });

  it('does not make discard() or destroy() wait either', async () => {
    await blockCamera(false);
    await page.evaluate(() => window.client.preview());
    await page.evaluate(async () => {
      window.client.start().catch(() => undefined);
      await window.client.discard();
    });
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
  });
});
