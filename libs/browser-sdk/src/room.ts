/**
 * Rooms: several people record at once, each on their own device. Enter with `joinAsGuest` or `joinAsHost`, open
 * `LocalDevices`, and give both to a `Room`.
 */
export { CaptureError } from './errors.js';
export type { CaptureErrorCode } from './errors.js';
export { isSupported } from './support.js';
export type * from './room/connection/messages.js';
export type { ClockEstimate } from './room/connection/room-clock.js';
export type { ClosedReason } from './room/connection/room-socket.js';
export type { RoomState } from './room/connection/room-state.js';
export { Speaking, levelOf } from './room/mesh/speaking.js';
export type { LinkProblem, PeerLink } from './room/mesh/peer-link.js';
export { joinAsGuest, joinAsHost, readRoom } from './room/room-api.js';
export type { JoinedRoom, RoomInfo } from './room/room-api.js';
export { Room } from './room/room.js';
export type { RoomEvents, RoomOptions } from './room/room.js';
export type { StrainLevel } from './room/strain.js';
export { LocalDevices } from './room/tracks/local-devices.js';
export type { DeviceChoice } from './room/tracks/local-devices.js';
export { sendLeftovers } from './room/tracks/leftovers.js';
export type { TrackUpload, TrackUploads } from './room/tracks/track-uploads.js';
