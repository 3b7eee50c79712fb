import { useEffect, useState } from 'react';

/** Cameras and microphones of this device; the list follows what is plugged in. */
export function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = () => {
      navigator.mediaDevices.enumerateDevices().then(
        (found) => !isGone && setDevices(found),
        // Then there is nothing to choose from.
        () => undefined,
      );
    };
    read();
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => {
      isGone = true;
      navigator.mediaDevices.removeEventListener('devicechange', read);
    };
  }, []);
  return devices;
}
