/** The HTTP routes of a room: entering it, and the tracks of its takes. */
import { CaptureError } from '../errors.js';
import type { OpenedTake, PartClaim, PartGrant, TakeStatus } from '../upload/respond-api.js';
import { problemError, type Problem } from '../upload/problem.js';
import type { IceServer } from './connection/messages.js';

const TIMEOUT_MS = 30_000;

export interface JoinedRoom {
  participantId: string;
  /** Opens the socket, and uploads until 14 days after the session's end. Kept on this device with each track. */
  participantToken: string;
  session: { id: string; roomCode: string; status: string; maxGuests: number };
  live?: { kind: string; maxPeople: number; iceServers: IceServer[] };
  /** When tracks are sent; older services do not say, and mean `after_take`. */
  upload?: 'after_take' | 'while_recording';
  /** The largest track that is taken; older services do not say. */
  maxTrackBytes?: number;
}

/** Whom to call, and as whom. */
interface Caller {
  baseUrl: string;
  /** Without one, with the cookies of the page's own origin. */
  token?: string;
  signal?: AbortSignal | undefined;
}

function originOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Whose room it is, as they show themselves; null where the service does not know it. */
export interface RoomInfo {
  organization: { name: string; logoUrl: string | null; colour: string | null } | null;
}

/** What an invitation says before its guest enters. Rejects with CaptureError. */
export function readRoom(baseUrl: string, invite: { roomCode: string; token: string }): Promise<RoomInfo> {
  const path = `/api/v1/rooms/${encodeURIComponent(invite.roomCode)}`;
  return call({ baseUrl, token: invite.token }, 'GET', path, 'organization');
}

/** Rejects with CaptureError; `serviceCode` says why a room takes nobody in: `session_closed`, `session_full`… */
export function joinAsGuest(
  baseUrl: string,
  invite: { roomCode: string; token: string },
  body: { displayName: string; participantToken?: string | undefined },
): Promise<JoinedRoom> {
  const path = `/api/v1/rooms/${encodeURIComponent(invite.roomCode)}/join`;
  return call({ baseUrl, token: invite.token }, 'POST', path, 'participantToken', body);
}

/** With the cookie of a member who is signed in to the console on the same origin. */
export function joinAsHost(
  baseUrl: string,
  sessionId: string,
  body: { displayName: string; hostToken?: string | undefined },
): Promise<JoinedRoom> {
  const path = `/console/api/sessions/${encodeURIComponent(sessionId)}/host`;
  return call({ baseUrl }, 'POST', path, 'participantToken', body);
}

export function socketUrl(baseUrl: string, sessionId: string): string {
  return `${originOf(baseUrl).replace(/^http/, 'ws')}/api/v1/rooms/${sessionId}/socket`;
}

/** What opening and completing a track say of it, besides its bytes. */
export interface TrackFacts {
  clientTrackId: string;
  takeNumber: number;
  kind: 'camera' | 'microphone' | 'screen';
  contentType: string;
  startedAt: string;
  durationSec: number;
  /** The first frame and the first sound, on the device's own clock; absent where they are not known. */
  starts?: { clockId: string; videoAt?: number; audioAt?: number };
}

/** A track's routes in the shape that the upload of a take uses. */
export type TrackApi = ReturnType<typeof trackApi>;

export function trackApi(
  {
    baseUrl,
    sessionId,
    participantToken: token,
  }: { baseUrl: string; sessionId: string; participantToken: string },
  { durationSec, starts, ...facts }: TrackFacts,
  signal?: AbortSignal,
) {
  const ask = <T>(method: string, path: string, expected: string, body?: object) =>
    call<T>({ baseUrl, token, signal }, method, `/api/v1/rooms/${sessionId}/tracks${path}`, expected, body);
  return {
    openTake: async ({ partSizeHint }: { partSizeHint?: number | undefined }): Promise<OpenedTake> => {
      const body = { ...facts, ...(partSizeHint && { partSizeHint }) };
      const { trackId, partSize } = await ask<{ trackId: string; partSize: number }>(
        'POST',
        '',
        'trackId',
        body,
      );
      return { takeId: trackId, partSize };
    },
    takeStatus: (trackId: string) => ask<TakeStatus>('GET', `/${trackId}`, 'storedParts'),
    grantParts: async (trackId: string, parts: PartClaim[]) =>
      (await ask<{ data: PartGrant[] }>('POST', `/${trackId}/parts`, 'data', { parts })).data,
    completeTake: async (takeId: string, body: object) => {
      const complete = async (more?: object) => {
        const whole = { ...body, durationSec, ...more };
        const { trackId } = await ask<{ trackId: string }>('POST', `/${takeId}/complete`, 'trackId', whole);
        return { submissionId: trackId };
      };
      try {
        return await complete(starts && { starts });
      } catch (error) {
        // Footage is worth more than its exact start, which an older server does not know, or finds impossible.
        if (!starts || !(error as CaptureError).field?.startsWith('starts')) throw error;
        return complete();
      }
    },
    resolve: (url: string) => new URL(url, new URL(`${originOf(baseUrl)}/`, location.href)),
  };
}

/** @param expected a member that the service's answer has */
async function call<T>(
  { baseUrl, token, signal }: Caller,
  method: string,
  path: string,
  expected: string,
  body?: object,
): Promise<T> {
  const limit = new AbortController();
  const cut = () => limit.abort();
  const timer = setTimeout(cut, TIMEOUT_MS);
  signal?.addEventListener('abort', cut, { signal: limit.signal });
  try {
    const response = await fetch(originOf(baseUrl) + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      credentials: token ? 'omit' : 'same-origin',
      referrerPolicy: 'no-referrer',
      signal: limit.signal,
    });
    const answer = (await response.json().catch(() => ({}))) as object & T & Problem;
    if (!response.ok) throw problemError(response.status, answer, response.headers.get('retry-after'));
    // A captive portal, or a proxy, may answer with something of its own.
    if (!(expected in answer)) throw new TypeError(path);
    return answer;
  } catch (cause) {
    signal?.throwIfAborted();
    throw CaptureError.from(cause, 'network');
  } finally {
    clearTimeout(timer);
    cut();
  }
}
