import type { Room } from '@capture/browser/room';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { MicrophoneIcon } from '../../ui/icons.js';
import type { RoomController } from '../flow/room.controller.js';
import { DevicePicker } from './device-picker.js';

/** What everybody can do. */
export function Controls({ room, controller }: { room: Room; controller: RoomController }) {
  const [isChoosing, setChoosing] = useState(false);
  const { isMuted } = room.devices;
  const isReady = room.state.people.some(
    ({ participantId, ready }) => participantId === room.state.participantId && ready,
  );
  return (
    <div className="room__controls" role="group" aria-label="Your controls">
      <Button onClick={() => room.setMuted(!isMuted)} aria-pressed={isMuted}>
        <MicrophoneIcon />
        {isMuted ? 'Unmute' : 'Mute'}
      </Button>
      {!room.state.take.recording && (
        <Button onClick={() => room.ready()} disabled={isReady}>
          {isReady ? 'You are ready' : 'I am ready'}
        </Button>
      )}
      {'getDisplayMedia' in navigator.mediaDevices && (
        <Button onClick={() => controller.toggleScreen()}>
          {room.screen ? 'Stop sharing' : 'Share screen'}
        </Button>
      )}
      <Button onClick={() => setChoosing(!isChoosing)} aria-expanded={isChoosing}>
        Devices
      </Button>
      <Button onClick={() => controller.leave()}>Leave</Button>
      {isChoosing && (
        <DevicePicker devices={room.devices} onChoose={(choice) => controller.chooseDevices(choice)} />
      )}
    </div>
  );
}
