import type { DeviceChoice, LocalDevices } from '@capture/browser/room';
import { useId } from 'react';
import { useDevices } from '../devices/use-devices.js';
import { controlsCopy as copy } from '../copy/screens.copy.js';

interface DevicePickerProps {
  devices: LocalDevices;
  onChoose: (choice: DeviceChoice) => void;
}

export function DevicePicker({ devices, onChoose }: DevicePickerProps) {
  const { stream, choice } = devices;
  const inUse = (kind: 'video' | 'audio') =>
    stream
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings().deviceId ?? '';
  return (
    <div className="pickers">
      <Picker
        kind="videoinput"
        label={copy.camera}
        isDisabled={!stream}
        value={inUse('video')}
        onChange={(cameraId) => onChoose({ ...choice, cameraId })}
      />
      <Picker
        kind="audioinput"
        label={copy.microphone}
        isDisabled={!stream}
        value={inUse('audio')}
        onChange={(microphoneId) => onChoose({ ...choice, microphoneId })}
      />
    </div>
  );
}

interface PickerProps {
  kind: MediaDeviceKind;
  label: string;
  value: string;
  /** Before the devices have names. */
  isDisabled: boolean;
  onChange: (deviceId: string) => void;
}

function Picker({ kind, label, value, isDisabled, onChange }: PickerProps) {
  const id = useId();
  const found = useDevices().filter((device) => device.kind === kind);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value)}>
        {found.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}
