import type { LinkProblem, Room, RoomInfo, TrackUpload } from '@capture/browser/room';
import type { Phase } from './room.phase.js';

/** What the page of a room shows. */
export interface RoomSnapshot {
  phase: Phase;
  /** Null before the person has entered. */
  room: Room | null;
  uploads: readonly TrackUpload[];
  /** Whose room it is; null for hosts, who know, and where it is not known. */
  organization: RoomInfo['organization'];
  /** What the room tells in passing: refused, muted by the host, no way through. */
  note: { kind: 'refused'; detail: string } | { kind: NoteKind } | null;
}

export type NoteKind = 'muted' | 'device_refused' | 'screen_refused' | 'slow' | LinkProblem;
