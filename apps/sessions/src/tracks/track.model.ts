import { AppError, invalidField, newId, type TrackKind } from '@capture/contracts';
import type { Bearer } from '../rooms/room-access.service.js';

/** Tracks that one participant may have on their way at once, over all takes. */
const MOST_UNFINISHED = 60;

/** What a participant records in a take, as far as the room knows it. */
export interface Track {
  id: string;
  sessionId: string;
  participantId: string;
  clientTrackId: string | null;
  takeNumber: number;
  kind: TrackKind;
  contentType: string;
  startedAt: Date;
  /** Null until the upload was opened. */
  partSize: number | null;
  completed: boolean;
  createdAt: Date;
}

export interface NewTrack {
  clientTrackId?: string;
  takeNumber: number;
  kind: TrackKind;
  contentType: string;
  startedAt: string;
}

/**
 * @param takes number of the latest take
 * @param unfinished tracks of the participant that are on their way
 * @throws AppError `invalid_input` for a take that there was not, `open_take_cap`.
 */
export function openTrack(
  { sessionId, participantId }: Bearer,
  track: NewTrack,
  { takes, unfinished }: { takes: number; unfinished: number },
  now: Date,
): Track {
  if (track.takeNumber > takes) {
    const detail = takes === 0 ? 'No take has been started yet.' : `The latest take is number ${takes}.`;
    throw invalidField('takeNumber', 'out_of_range', detail);
  }
  if (unfinished >= MOST_UNFINISHED)
    throw new AppError('open_take_cap', `${unfinished} tracks of yours are unfinished; complete some first.`);
  return {
    id: newId('track'),
    sessionId,
    participantId,
    clientTrackId: track.clientTrackId ?? null,
    takeNumber: track.takeNumber,
    kind: track.kind,
    contentType: track.contentType,
    startedAt: new Date(track.startedAt),
    partSize: null,
    completed: false,
    createdAt: now,
  };
}

/** The recordings service holds the file under the track's own id with the prefix of an upload. */
export function uploadIdOf({ id }: Track): string {
  return id.replace(/^trk_/, 'upl_');
}
