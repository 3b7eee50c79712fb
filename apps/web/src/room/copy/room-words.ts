/** Which of a room's texts applies. */
import type { Person, TrackUpload } from '@capture/browser/room';
import { readableSize, spokenLength } from '../../recorder/copy/format.js';
import { isPending, isRecordingStill } from '../flow/is-pending.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import { announcementCopy, deviceStates, pageCopy, titleCopy, trackCopy } from './room.copy.js';
import { afterCopy, uploadsCopy } from './screens.copy.js';

/** What a person's device says about itself, the most urgent first; null when there is nothing to say. */
export function stateCopy({ connected, ready, state }: Person): string | null {
  if (!connected) return deviceStates.offline;
  if (state?.recording === 'failed') return deviceStates.failed;
  if (state?.storageShort) return deviceStates.storageShort;
  if (state?.microphone === 'silent' || state?.microphone === 'muted') return deviceStates[state.microphone];
  if (state?.recording === 'recording') return deviceStates.recording;
  const { recordedSec = 0, safeSec = 0 } = state ?? {};
  if (recordedSec > 0) return safeSec >= recordedSec ? deviceStates.allSafe : safeCopy(safeSec, recordedSec);
  return ready ? deviceStates.ready : null;
}

/** "3 of 4 minutes safe", in seconds below two minutes. */
function safeCopy(safeSec: number, recordedSec: number): string {
  if (recordedSec < 120) return deviceStates.safeSeconds(Math.floor(safeSec), Math.floor(recordedSec));
  return deviceStates.safeMinutes(Math.floor(safeSec / 60), Math.floor(recordedSec / 60));
}

export function takeTrackName({ kind, takeNumber }: { kind: string; takeNumber: number }): string {
  return kind === 'screen' ? trackCopy.screen(takeNumber) : trackCopy.camera(takeNumber);
}

export function trackName(upload: TrackUpload): string {
  return trackCopy.lasting(takeTrackName(upload), spokenLength(upload.durationSec));
}

/** How long it takes to send the rest; in bytes while the network's speed is not known. */
export function leftCopy(uploads: readonly TrackUpload[]): string {
  const left = uploads
    .filter(isPending)
    .reduce((sum, { sizeBytes, sentBytes }) => sum + sizeBytes - sentBytes, 0);
  const rate = uploads.find(({ phase }) => phase === 'sending')?.rateBps;
  return trackCopy.left(rate ? spokenLength(Math.max(1, left / rate)) : readableSize(left));
}

/** How far what this device recorded is. Null when it recorded nothing. */
function progressOf({ room, uploads }: RoomSnapshot): 'sending' | 'failed' | 'safe' | null {
  const pending = uploads.filter(isPending);
  if (isRecordingStill(room) || pending.some(({ phase }) => phase !== 'failed')) return 'sending';
  if (pending.length > 0) return 'failed';
  return uploads.length > 0 ? 'safe' : null;
}

export function titleOf(snapshot: RoomSnapshot): string {
  const { phase, room } = snapshot;
  if (phase.name === 'page') return `${pageCopy[phase.page].title} · Capture`;
  if (phase.name === 'after') return `${afterTitle(phase.reason, snapshot)} · Capture`;
  return `${room?.isRecording ? titleCopy.recording : titleCopy.room} · Capture`;
}

/** The tab's title tells whether it may be closed. */
function afterTitle(reason: 'ended' | 'left', snapshot: RoomSnapshot): string {
  const progress = progressOf(snapshot);
  if (progress === 'sending') return titleCopy.sending;
  return progress === 'failed' ? uploadsCopy.failed : afterCopy[reason];
}

/** What a screen reader is told of the room. */
export function announcement(snapshot: RoomSnapshot): string {
  const { phase, room } = snapshot;
  if (phase.name === 'after' || phase.name === 'page') {
    const progress = progressOf(snapshot);
    if (progress === 'sending') return announcementCopy.sending;
    if (progress === 'safe') return announcementCopy.allSafe;
    // What failed is an alert of its own.
    return progress === null && phase.name === 'after' ? afterCopy.nothing : '';
  }
  if (phase.name !== 'room' || !room) return '';
  const { connection, take, people } = room.state;
  if (connection === 'reconnecting') return announcementCopy.reconnecting;
  if (take.recording) return announcementCopy.take(take.takeNumber);
  return announcementCopy.people(people.length);
}
