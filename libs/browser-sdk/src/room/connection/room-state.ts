/** What a page knows of its room, as a pure function of the messages that arrived. */
import type { ChatLine, Person, ServerMessage, Take, UploadReport } from './messages.js';
import type { ClosedReason } from './room-socket.js';

export interface RoomState {
  connection: 'connecting' | 'online' | 'reconnecting' | 'closed';
  closed: ClosedReason | null;
  participantId: string;
  /** Everybody who has not left, oneself included, in the order of joining. */
  people: readonly Person[];
  take: Take;
  uploads: readonly UploadReport[];
  chat: readonly ChatLine[];
}

/** Lines of chat that a page keeps. */
const KEPT_LINES = 200;

export const newRoomState = (participantId: string): RoomState => ({
  connection: 'connecting',
  closed: null,
  participantId,
  people: [],
  take: { takeNumber: 0, recording: false, atServerTime: null },
  uploads: [],
  chat: [],
});

/** The state after a message; the same object when it changes nothing. */
export function after(state: RoomState, message: ServerMessage): RoomState {
  switch (message.type) {
    case 'welcome':
      return {
        ...state,
        participantId: message.participantId,
        people: message.participants.map((person) => withKnown(person, state.people)),
        take: message.state,
        uploads: message.uploads ?? state.uploads,
        chat: message.chat ?? state.chat,
      };
    case 'presence':
      return { ...state, people: afterPresence(state.people, message) };
    case 'take.start': {
      const { takeNumber, atServerTime } = message;
      const people = state.people.map((person) => ({ ...person, ready: false }));
      return { ...state, people, take: { takeNumber, atServerTime, recording: true } };
    }
    case 'take.stop':
      return { ...state, take: { ...state.take, recording: false } };
    case 'upload': {
      const { type: _type, ...report } = message;
      const others = state.uploads.filter(({ trackId }) => trackId !== report.trackId);
      return { ...state, uploads: [...others, report] };
    }
    case 'state': {
      const { type: _type, participantId, ...own } = message;
      return { ...state, people: change(state.people, participantId, { state: own }) };
    }
    case 'chat': {
      const { type: _type, ...line } = message;
      return { ...state, chat: [...state.chat, line].slice(-KEPT_LINES) };
    }
    default:
      return state;
  }
}

function afterPresence(
  people: readonly Person[],
  { event, participant }: Extract<ServerMessage, { type: 'presence' }>,
): readonly Person[] {
  const { participantId } = participant;
  if (event === 'left') return people.filter((person) => person.participantId !== participantId);
  const seen = { ...participant, ...(event === 'ready' && { ready: true }) };
  const isKnown = people.some((person) => person.participantId === participantId);
  return isKnown ? change(people, participantId, seen) : [...people, seen];
}

/** An older server tells no states: what was heard of a person before is kept. */
function withKnown(person: Person, people: readonly Person[]): Person {
  const known = people.find(({ participantId }) => participantId === person.participantId);
  return known?.state && !person.state ? { ...person, state: known.state } : person;
}

function change(people: readonly Person[], id: string, changes: Partial<Person>): readonly Person[] {
  return people.map((person) => (person.participantId === id ? { ...person, ...changes } : person));
}
