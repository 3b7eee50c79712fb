import { AppError, invalidField, newId, type TrackKind } from '@capture/contracts';
import { announcementOf, requireStarted, type StartedTake } from '../rooms/take.model.js';

/** Unfinished tracks that one participant may have at once, over all takes. */
const MOST_UNFINISHED = 60;
/** Tracks of one participant in a take: three, and one more for each time that their page slept. Whoever reads the recording reads all. */
const MOST_IN_TAKE = 200;

/** What a participant records in a take. The bytes are the recordings service's. */
export interface Track {
  id: string;
  sessionId: string;
  participantId: string;
  clientTrackId: string | null;
  takeNumber: number;
  kind: TrackKind;
  contentType: string;
  startedAt: Date;
  /** Null until the upload is open. */
  partSize: number | null;
  completed: boolean;
  /** Bytes, as the room was last told. */
  storedBytes: number;
  sizeBytes: number;
  createdAt: Date;
}

export interface NewTrack {
  clientTrackId?: string;
  takeNumber: number;
  kind: TrackKind;
  contentType: string;
  startedAt: string;
  /** Bytes; see `OpenUpload`. */
  partSizeHint?: number;
}

interface Situation {
  takes: readonly StartedTake[];
  unfinished: number;
  inTake: number;
  until: Date | null;
}

/**
 * @param takes of the session so far
 * @param unfinished the participant's tracks that are not complete
 * @param inTake those that they have in this take
 * @param until when the participant was removed from the room; null while they may be there
 * @throws AppError `invalid_input` for a take that has not been started, or was announced only after `until`; `open_take_cap`.
 */
export function openTrack(
  { sessionId, participantId }: Pick<Track, 'sessionId' | 'participantId'>,
  track: NewTrack,
  { takes, unfinished, inTake, until }: Situation,
  now: Date,
): Track {
  requireStarted(track.takeNumber, takes.at(-1)?.takeNumber ?? 0);
  const take = takes.find(({ takeNumber }) => takeNumber === track.takeNumber);
  if (until !== null && take && announcementOf(take) > until)
    throw invalidField(
      'takeNumber',
      'not_allowed',
      'This take began when you were not in the room any more.',
    );
  if (unfinished >= MOST_UNFINISHED)
    throw new AppError('open_take_cap', `${unfinished} tracks of yours are unfinished; complete some first.`);
  if (inTake >= MOST_IN_TAKE)
    throw new AppError('open_take_cap', `You have ${inTake} tracks in this take; it takes no more.`);
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
    storedBytes: 0,
    sizeBytes: 0,
    createdAt: now,
  };
}

/** The recordings service knows the upload by the track's id with another prefix. */
export function uploadIdOf({ id }: Track): string {
  return id.replace(/^trk_/, 'upl_');
}
