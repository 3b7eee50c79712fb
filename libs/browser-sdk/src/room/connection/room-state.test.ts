import { describe, expect, it } from 'vitest';
import type { Person, PersonState, ServerMessage } from './messages.js';
import { closedReason } from './room-socket.js';
import { after, newRoomState, type RoomState } from './room-state.js';

const person = (participantId: string): Person => ({
  participantId,
  isGuest: true,
  displayName: participantId,
  connected: true,
});
const state: PersonState = {
  microphone: 'on',
  camera: 'on',
  screen: false,
  recording: 'idle',
  storageShort: false,
};
const welcome: ServerMessage = {
  type: 'welcome',
  participantId: 'ada',
  participants: [person('ada'), person('grace')],
  state: { takeNumber: 1, recording: true, atServerTime: 5 },
  serverTime: 7,
};
const all = (...messages: ServerMessage[]): RoomState => messages.reduce(after, newRoomState('ada'));

describe('what a page knows of its room', () => {
  it('is all in the welcome, so that whoever comes late records the running take', () => {
    const { people, take } = all(welcome);
    expect(people.map(({ participantId }) => participantId)).toEqual(['ada', 'grace']);
    expect(take).toEqual({ takeNumber: 1, recording: true, atServerTime: 5 });
  });

  it('follows who comes, is ready, and leaves', () => {
    const joined = all(
      welcome,
      { type: 'presence', event: 'joined', participant: person('lin') },
      { type: 'presence', event: 'ready', participant: person('lin') },
      { type: 'presence', event: 'left', participant: person('grace') },
    );
    expect(joined.people.map(({ participantId, ready }) => [participantId, ready])).toEqual([
      ['ada', undefined],
      ['lin', true],
    ]);
  });

  it('keeps what a person told of themself over a welcome of a server that does not know it', () => {
    const told: ServerMessage = { type: 'state', participantId: 'grace', ...state };
    expect(all(welcome, told, welcome).people[1]?.state).toEqual(state);
  });

  it('holds one figure for each upload, the latest', () => {
    const upload = { type: 'upload', participantId: 'grace', trackId: 'trk_1', sizeBytes: 9 } as const;
    const { uploads } = all({ ...upload, storedBytes: 1 }, { ...upload, storedBytes: 9 });
    expect(uploads.map(({ storedBytes }) => storedBytes)).toEqual([9]);
  });
});

it('a socket is opened again unless the room has said why not', () => {
  expect([1006, 1011, 1012, 1013, 1009, 4429].map((code) => closedReason(code, ''))).toEqual(
    Array.from({ length: 6 }, () => null),
  );
  expect(closedReason(1006, 'ended')).toBe('ended');
  expect([4000, 4401, 4403].map((code) => closedReason(code, ''))).toEqual([
    'replaced',
    'link_expired',
    'removed',
  ]);
  expect(closedReason(4409, 'session_full')).toBe('session_full');
});
