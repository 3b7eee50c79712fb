/** What a recorded track belongs to: kept beside its media, so that any later page of this origin can send it. */
import type { StorageWorker } from '../../storage/storage-worker.js';
import { openRoot } from '../../storage/take-store.js';
import type { ClockEstimate } from '../connection/room-clock.js';

/** As it was before the recorder started, and as it was known later: a write that is torn leaves the other one whole. */
const FIRST = 'room.json';
const LATER = 'room.b.json';

export interface RoomTrack {
  baseUrl: string;
  sessionId: string;
  participantToken: string;
  takeNumber: number;
  kind: 'camera' | 'screen';
  /** Device time (Unix milliseconds) at which the recorder was started, and at which the first picture and sound of the file were captured. */
  recorderStartedAtMs: number | null;
  firstFrameAtMs: number | null;
  /** Absent in what earlier versions kept. */
  firstSoundAtMs?: number | null;
  /** Of the clock that both are on. */
  clockId: string;
  clock: ClockEstimate;
}

/** Resolves once it is on stable storage. `isLast`: the recording is over. */
export function keepRoomTrack(
  storage: StorageWorker,
  takeId: string,
  track: RoomTrack,
  isLast = false,
): Promise<void> {
  return storage.put(takeId, track.recorderStartedAtMs ? LATER : FIRST, track, isLast);
}

/** Null when there is none, or none that can be read. */
export async function readRoomTrack(takeId: string): Promise<RoomTrack | null> {
  const read = async (name: string) => {
    const folder = await (await openRoot()).getDirectoryHandle(takeId);
    return JSON.parse(await (await (await folder.getFileHandle(name)).getFile()).text()) as RoomTrack;
  };
  return read(LATER).catch(() => read(FIRST).catch(() => null));
}
