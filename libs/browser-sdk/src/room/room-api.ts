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

interface Call {
  method: string;
  path: string;
  /** A member that the service's answer has. */
  expected: string;
  token?: string;
  body?: object;
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
  return call(baseUrl, { method: 'GET', path, expected: 'organization', token: invite.token });
}

/** Rejects with CaptureError; `serviceCode` says why a room takes nobody in: `session_closed`, `session_full`… */
export function joinAsGuest(
  baseUrl: string,
  invite: { roomCode: string; token: string },
  body: { displayName: string; participantToken?: string | undefined },
): Promise<JoinedRoom> {
  const path = `/api/v1/rooms/${encodeURIComponent(invite.roomCode)}/join`;
  return call(baseUrl, { method: 'POST', path, expected: 'participantToken', token: invite.token, body });
}

/** With the cookie of a member who is signed in to the console on the same origin. */
export function joinAsHost(
  baseUrl: string,
  sessionId: string,
  body: { displayName: string; hostToken?: string | undefined },
): Promise<JoinedRoom> {
  const path = `/console/api/sessions/${encodeURIComponent(sessionId)}/host`;
  return call(baseUrl, { method: 'POST', path, expected: 'participantToken', body });
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
export class TrackApi {
  readonly #baseUrl: string;
  readonly #path: string;
  readonly #token: string;
  readonly #facts: TrackFacts;
  readonly #signal: AbortSignal | undefined;

  constructor(
    room: { baseUrl: string; sessionId: string; participantToken: string },
    facts: TrackFacts,
    signal?: AbortSignal,
  ) {
    this.#baseUrl = room.baseUrl;
    this.#path = `/api/v1/rooms/${room.sessionId}/tracks`;
    this.#token = room.participantToken;
    this.#facts = facts;
    this.#signal = signal;
  }

  async openTake({ partSizeHint }: { partSizeHint?: number | undefined }): Promise<OpenedTake> {
    const { durationSec: _durationSec, starts: _starts, ...facts } = this.#facts;
    const body = { ...facts, ...(partSizeHint && { partSizeHint }) };
    const opened = await this.#call<{ trackId: string; partSize: number }>('POST', '', 'trackId', body);
    return { takeId: opened.trackId, partSize: opened.partSize };
  }

  takeStatus(trackId: string): Promise<TakeStatus> {
    return this.#call('GET', `/${trackId}`, 'storedParts');
  }

  async grantParts(trackId: string, parts: PartClaim[]): Promise<PartGrant[]> {
    return (await this.#call<{ data: PartGrant[] }>('POST', `/${trackId}/parts`, 'data', { parts })).data;
  }

  async completeTake(trackId: string, body: object): Promise<{ submissionId: string }> {
    const { durationSec, starts } = this.#facts;
    const complete = (more: object) =>
      this.#call<{ trackId: string }>('POST', `/${trackId}/complete`, 'trackId', {
        ...body,
        durationSec,
        ...more,
      });
    try {
      return { submissionId: (await complete(starts ? { starts } : {})).trackId };
    } catch (error) {
      // Footage is worth more than its exact start, which an older server does not know, or finds impossible.
      if (!starts || !(error as CaptureError).field?.startsWith('starts')) throw error;
      return { submissionId: (await complete({})).trackId };
    }
  }

  resolve(url: string): URL {
    return new URL(url, new URL(`${originOf(this.#baseUrl)}/`, location.href));
  }

  #call<T>(method: string, path: string, expected: string, body?: object): Promise<T> {
    const request = { method, path: this.#path + path, expected, token: this.#token, signal: this.#signal };
    return call(this.#baseUrl, { ...request, ...(body && { body }) });
  }
}

async function call<T>(baseUrl: string, request: Call): Promise<T> {
  const { method, path, expected, token, body, signal } = request;
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
