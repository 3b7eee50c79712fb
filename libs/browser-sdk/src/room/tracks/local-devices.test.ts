import { afterEach, expect, it, vi } from 'vitest';
import { LocalDevices } from './local-devices.js';

afterEach(() => vi.unstubAllGlobals());

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
