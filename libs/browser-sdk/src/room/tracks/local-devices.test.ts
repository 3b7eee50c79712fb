import { afterEach, expect, it, vi } from 'vitest';
import { LocalDevices } from './local-devices.js';

afterEach(() => vi.unstubAllGlobals());

it('devices that are chosen while others are opened are those that are open in the end', async () => {
  const asked: string[] = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: ({ video }: { video: { deviceId: { exact: string } } }) => {
        asked.push(video.deviceId.exact);
        return Promise.resolve({ getTracks: () => [], getAudioTracks: () => [], id: video.deviceId.exact });
      },
    },
  });
  const devices = new LocalDevices(() => undefined);
  const opening = devices.open({ cameraId: 'first' });
  expect(await devices.open({ cameraId: 'second' })).toMatchObject({ id: 'second' });
  expect(await opening).toBe(devices.stream);
  expect(asked).toEqual(['first', 'second']);
});

it('devices that are closed while they are opened are turned off as soon as they are open', async () => {
  const stop = vi.fn();
  const track = { stop, addEventListener: () => undefined };
  const stream = { getTracks: () => [track], getAudioTracks: () => [] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } });
  const devices = new LocalDevices(() => undefined);
  const opening = devices.open();
  devices.close();
  await opening;
  await vi.waitFor(() => expect(stop).toHaveBeenCalled());
  expect(devices.stream).toBeNull();
});
