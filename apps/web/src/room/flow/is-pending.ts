import type { Room, TrackUpload } from '@capture/browser/room';

/** Whether the page has to stay open for it. */
export function isPending({ phase, isGivenUp }: TrackUpload): boolean {
  return phase !== 'done' && !isGivenUp;
}

/** Whether this device has something of a take that is not among the uploads yet. */
export function isRecordingStill(room: Pick<Room, 'isRecording' | 'isFinishing'> | null): boolean {
  return !!room && (room.isRecording || room.isFinishing);
}
