import { levelOf, Speaking, type Person, type Room, type RoomState } from '@capture/browser/room';
import { useEffect, useRef, useState } from 'react';
import { LEVEL_STEPS, watchLevel } from '../../recorder/microphone/mic-level.js';
import { Button } from '../../ui/button.js';
import { stateCopy } from '../copy/room-words.js';
import type { RoomController } from '../flow/room.controller.js';
import { Picture } from './picture.js';
import { deviceStates } from '../copy/room.copy.js';
import { tileCopy as copy } from '../copy/screens.copy.js';

interface TilesProps {
  room: Room;
  state: RoomState;
  controller: RoomController;
}

/** Everybody in the room, oneself first. */
export function Tiles({ room, state, controller }: TilesProps) {
  const speaking = useSpeaking(room, state);
  const me = state.people.find(({ participantId }) => participantId === state.participantId);
  // Known here at once, whatever the server passes on.
  const own = me && { ...me, state: room.ownState, connected: state.connection === 'online' };
  const others = state.people.filter(({ participantId }) => participantId !== state.participantId);
  return (
    <ul className="tiles" aria-label={copy.people} data-count={state.people.length}>
      {own && (
        <Tile person={own} stream={room.devices.stream} isSelf isSpeaking={speaking.has(own.participantId)} />
      )}
      {others.map((person) => (
        <Other
          key={person.participantId}
          person={person}
          room={room}
          controller={controller}
          speaking={speaking}
        />
      ))}
    </ul>
  );
}

interface OtherProps {
  person: Person;
  room: Room;
  controller: RoomController;
  speaking: ReadonlySet<string>;
}

function Other({ person, room, controller, speaking }: OtherProps) {
  const link = room.link(person.participantId);
  const { participantId, displayName, isGuest } = person;
  return (
    <>
      <Tile
        person={person}
        stream={link?.remote ?? null}
        note={link?.isConnected ? null : person.connected ? deviceStates.connecting : null}
        isSpeaking={speaking.has(participantId)}
      >
        {controller.isHost && isGuest && <GuestControls person={person} room={room} />}
      </Tile>
      {person.state?.screen && link && (
        <Tile
          person={{ ...person, displayName: copy.screenOf(displayName) }}
          stream={link.remoteScreen}
          isScreen
        />
      )}
    </>
  );
}

/** Asks before a guest is removed: they cannot come back by the same link. By their keys the buttons are others each time, and take the focus. */
function GuestControls({ person, room }: Pick<OtherProps, 'person' | 'room'>) {
  const { participantId, displayName } = person;
  const [removing, setRemoving] = useState<'never' | 'sure?' | 'kept'>('never');
  if (removing === 'sure?')
    return (
      <div key="sure?" className="tile__actions" role="group" aria-label={copy.removeThem(displayName)}>
        <Button small autoFocus onClick={() => setRemoving('kept')}>
          {copy.keep}
        </Button>
        <Button small look="record" onClick={() => room.remove(participantId)}>
          {copy.removeFromRoom}
        </Button>
      </div>
    );
  return (
    <div key="controls" className="tile__actions">
      <Button small onClick={() => room.mute(participantId)} aria-label={copy.muteThem(displayName)}>
        {copy.mute}
      </Button>
      <Button
        small
        autoFocus={removing === 'kept'}
        onClick={() => setRemoving('sure?')}
        aria-label={copy.removeThem(displayName)}
      >
        {copy.remove}
      </Button>
    </div>
  );
}

interface TileProps {
  person: Person;
  stream: MediaStream | null;
  isSelf?: boolean;
  isScreen?: boolean;
  isSpeaking?: boolean;
  note?: string | null;
  children?: React.ReactNode;
}

function Tile({ person, stream, isSelf, isScreen, isSpeaking, note, children }: TileProps) {
  const { displayName, connected } = person;
  const words = isScreen ? null : (note ?? stateCopy(person));
  return (
    <li
      className="tile"
      data-speaking={isSpeaking || undefined}
      data-offline={!connected || undefined}
      data-screen={isScreen || undefined}
    >
      <Picture stream={stream} label={isSelf ? copy.you : displayName} isSelf={isSelf ?? false} />
      <p className="tile__name">
        <span dir="auto">{isSelf ? copy.own(displayName) : displayName}</span>
        {isSpeaking && <span className="visually-hidden"> {copy.speaks}</span>}
        {words && <span className="tile__state">{words}</span>}
      </p>
      {children}
    </li>
  );
}

/** At uneven times: a sound that repeats itself evenly would be missed each time, or heard each time. */
const nextMs = (): number => 120 + Math.random() * 130;
const SILENCE_MS = 8_000;
/** Louder than this step of the meter, one speaks oneself. */
const OWN_VOICE = Math.round(LEVEL_STEPS / 2);

/** Ids of those who speak. Tells the room as well when one's own microphone is on and nothing is heard. */
function useSpeaking(room: Room, state: RoomState): ReadonlySet<string> {
  const [speaking, setSpeaking] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(state);
  latest.current = state;
  const { stream } = room.devices;
  useEffect(() => {
    const voices = new Speaking();
    let own = 0;
    let heardAt = performance.now();
    const unwatch = stream && watchLevel(stream, (level) => (own = level));
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      timer = setTimeout(look, nextMs());
      const { people, participantId: me } = latest.current;
      if (own > 0 || room.devices.isMuted) heardAt = performance.now();
      room.setSilent(performance.now() - heardAt > SILENCE_MS);
      const heard = people.filter(({ participantId }) => {
        const link = room.link(participantId);
        const level = participantId === me ? (own >= OWN_VOICE ? 1 : 0) : link ? levelOf(link.pc) : 0;
        return voices.hear(participantId, level);
      });
      const ids = heard.map(({ participantId }) => participantId);
      setSpeaking((before) =>
        before.size === ids.length && ids.every((id) => before.has(id)) ? before : new Set(ids),
      );
    };
    look();
    return () => {
      clearTimeout(timer);
      unwatch?.();
    };
  }, [room, stream]);
  return speaking;
}
