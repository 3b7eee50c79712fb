/** What a room's socket carries. Times are Unix milliseconds on the room's clock unless said otherwise. */

/** What a participant's device tells about itself. A server that does not know it passes nothing on. */
export interface PersonState {
  microphone: 'on' | 'muted' | 'silent' | 'none';
  camera: 'on' | 'off' | 'none';
  screen: boolean;
  recording: 'idle' | 'recording' | 'failed';
  storageShort: boolean;
  /** Seconds of this room that are recorded on the device, and those of them that the server has stored. */
  recordedSec?: number;
  safeSec?: number;
}

export interface Person {
  participantId: string;
  isGuest: boolean;
  displayName: string;
  connected: boolean;
  ready?: boolean;
  state?: PersonState;
}

export interface Take {
  /** Of the latest take, from 1; 0 before the first. */
  takeNumber: number;
  recording: boolean;
  /** When the take starts or started; null before the first. */
  atServerTime: number | null;
}

/** How far somebody's upload is, as the server counts it. */
export interface UploadReport {
  participantId: string;
  trackId: string;
  storedBytes: number;
  sizeBytes: number;
}

export interface ChatLine {
  participantId: string;
  displayName: string;
  text: string;
  at: number;
}

/** As RTCIceServer, with every member in its plain form. */
export interface IceServer {
  urls: string | string[];
  username?: string;
  credential?: string;
}

export interface Welcome {
  type: 'welcome';
  /** Of the protocol; a server that gives none knows no states, no chat and no `starts` of tracks. */
  version?: number;
  participantId: string;
  participants: Person[];
  state: Take;
  serverTime: number;
  uploads?: UploadReport[];
  chat?: ChatLine[];
  iceServers?: IceServer[];
}

export type ServerMessage =
  | Welcome
  | { type: 'presence'; event: PresenceEvent; participant: Person }
  | { type: 'take.start'; takeNumber: number; atServerTime: number }
  | { type: 'take.stop'; takeNumber: number; atServerTime: number }
  | { type: 'clock.pong'; t0: number; t1: number; t2: number }
  | { type: 'signal'; from: string; data: Record<string, unknown> }
  | ({ type: 'upload' } & UploadReport)
  | ({ type: 'state'; participantId: string } & PersonState)
  | ({ type: 'chat' } & ChatLine)
  | { type: 'mute'; by: string }
  | { type: 'session.ended' }
  | { type: 'error'; code: string; detail?: string; message?: string; field?: string; id?: string };

export type PresenceEvent = 'joined' | 'connected' | 'disconnected' | 'left' | 'ready';

export type ClientMessage =
  | {
      type: 'clock.ping';
      t0: number;
      clockId?: string;
      /** When the answer to an earlier ping arrived, so that the server too knows how the clocks compare. */
      answered?: { t0: number; t3: number };
    }
  | { type: 'signal'; to: string; data: object }
  | { type: 'take.ready' }
  | { type: 'take.started'; takeNumber: number }
  | { type: 'upload'; trackId: string; storedBytes: number; sizeBytes: number }
  | ({ type: 'state' } & PersonState)
  | { type: 'chat'; text: string }
  /** The following are the host's alone. */
  | { type: 'take.start'; inMs?: number }
  | { type: 'take.stop' }
  | { type: 'mute'; participantId: string }
  | { type: 'participant.remove'; participantId: string }
  | { type: 'session.end' };
