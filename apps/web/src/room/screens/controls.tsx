import type { Room } from '@capture/browser/room';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { MicrophoneIcon } from '../../ui/icons.js';
import type { RoomController } from '../flow/room.controller.js';
import { DevicePicker } from './device-picker.js';
import { controlsCopy as copy } from '../copy/screens.copy.js';

/** What everybody can do. */
export function Controls({ room, controller }: { room: Room; controller: RoomController }) {
  const [isChoosing, setChoosing] = useState(false);
  const { isMuted } = room.devices;
  const isReady = room.state.people.some(
    ({ participantId, ready }) => participantId === room.state.participantId && ready,
  );
  return (
    <div className="room__controls" role="group" aria-label={copy.region}>
      <Button onClick={() => room.setMuted(!isMuted)} aria-pressed={isMuted}>
        <MicrophoneIcon />
        {isMuted ? copy.unmute : copy.mute}
      </Button>
      {!room.state.take.recording && (
        <Button onClick={() => room.ready()} aria-disabled={isReady}>
          {isReady ? copy.isReady : copy.ready}
        </Button>
      )}
      {'getDisplayMedia' in navigator.mediaDevices && (
        <Button onClick={() => controller.toggleScreen()}>
          {room.screen ? copy.stopSharing : copy.share}
        </Button>
      )}
      <Button onClick={() => setChoosing(!isChoosing)} aria-expanded={isChoosing}>
        {copy.devices}
      </Button>
      <Button onClick={() => controller.leave()}>{copy.leave}</Button>
      {isChoosing && (
        <DevicePicker devices={room.devices} onChoose={(choice) => controller.chooseDevices(choice)} />
      )}
    </div>
  );
}
