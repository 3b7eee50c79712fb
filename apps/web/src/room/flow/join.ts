import { joinAsGuest, joinAsHost, readRoom, type JoinedRoom, type RoomInfo } from '@capture/browser/room';
import type { RoomRoute } from '../../route.js';
import type { Membership } from './membership.js';

/** What guests learn of a room before they enter; undefined for hosts, who know, and where it cannot be learned. */
export async function readRoomOf(route: RoomRoute, token: string): Promise<RoomInfo | undefined> {
  if (route.role === 'host') return undefined;
  return readRoom(location.origin, { roomCode: route.roomCode, token }).catch(() => undefined);
}

/** Joins by the link that leads here. @throws CaptureError */
export function joinRoom(
  route: RoomRoute,
  token: string,
  { displayName, participantToken }: Pick<Membership, 'displayName' | 'participantToken'>,
): Promise<JoinedRoom> {
  const baseUrl = location.origin;
  if (route.role === 'host')
    return joinAsHost(baseUrl, route.sessionId, { displayName, ...(token && { hostToken: token }) });
  return joinAsGuest(baseUrl, { roomCode: route.roomCode, token }, { displayName, participantToken });
}
