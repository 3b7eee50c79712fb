/** One person's place in a room: the connection, the conversation, the recording and its uploads in one. */
import { Emitter } from '../client/emitter.js';
import { CaptureError } from '../errors.js';
import { StorageWorker } from '../storage/storage-worker.js';
import type { UploadTuning } from '../types.js';
import type { ClientMessage, IceServer, PersonState, ServerMessage } from './connection/messages.js';
import type { ClosedReason } from './connection/room-socket.js';
import { deviceNow } from './connection/room-clock.js';
import { RoomConnection, type ConnectionEvents } from './connection/room-connection.js';
import type { RoomState } from './connection/room-state.js';
import type { LinkProblem } from './mesh/peer-link.js';
import { PeerMesh } from './mesh/peer-mesh.js';
import { Strain, type StrainLevel } from './strain.js';
import { OwnState } from './own-state.js';
import { socketUrl, type JoinedRoom } from './room-api.js';
import type { DeviceChoice, LocalDevices } from './tracks/local-devices.js';
import { TakeRecordings } from './tracks/take-recordings.js';
import { TrackUploads, type TrackUpload } from './tracks/track-uploads.js';

export interface RoomOptions {
  /** Origin (and path prefix, if any) of the service, without `/api`. */
  baseUrl: string;
  /** What joining answered. */
  joined: JoinedRoom;
  /** Opened already, so that the person has seen themself. */
  devices: LocalDevices;
  /** Where the storage worker is served from; needed only without `worker-src blob:`. */
  workerUrl?: string | URL;
  /** `relay` talks through TURN alone. Default `all`. */
  iceTransportPolicy?: RTCIceTransportPolicy;
  upload?: UploadTuning;
}

export interface RoomEvents {
  /** Anything that a page shows may be another: read it again. */
  change: void;
  /** The host asks this person to be silent; they have been muted. */
  muted: { by: string };
  problem: LinkProblem;
  /** The recording lost pictures, so that the others get smaller ones (1) or none (2); after the take, as before (0). */
  strain: StrainLevel;
  /** The room refused what this page asked for; nothing was changed. */
  refused: { code: string; detail: string };
  /** The room is over for this page. Uploads go on. */
  closed: ClosedReason;
}

/** How often a track's progress is told to the others. */
const TELL_MS = 1_000;

export class Room {
  readonly devices: LocalDevices;
  readonly uploads: TrackUploads;
  readonly #options: RoomOptions;
  readonly #events = new Emitter<RoomEvents>();
  readonly #connection: RoomConnection;
  readonly #mesh: PeerMesh;
  readonly #recordings: TakeRecordings;
  readonly #own: OwnState;
  readonly #strain: Strain;
  readonly #told = new Map<string, number>();
  /** The latest take that this device has recorded anything of; 0 before the first. */
  #recordedTake = 0;
  #iceServers: IceServer[];
  #screen: MediaStream | null = null;

  constructor(options: RoomOptions) {
    const { baseUrl, joined, devices, workerUrl, upload = {} } = options;
    const { participantToken, participantId } = joined;
    const sessionId = joined.session.id;
    this.#options = options;
    this.devices = devices;
    this.#iceServers = joined.live?.iceServers ?? [];
    const storage = new StorageWorker(workerUrl);
    const connected = new Emitter<ConnectionEvents>();
    const url = socketUrl(baseUrl, sessionId);
    this.#connection = new RoomConnection({ url, token: participantToken, participantId }, connected);
    this.#mesh = this.#newMesh();
    this.uploads = new TrackUploads(storage, upload, (changed) => this.#tellUpload(changed), sessionId);
    this.#recordings = new TakeRecordings({
      storage,
      clock: this.#connection.clock,
      devices,
      uploads: this.uploads,
      room: { baseUrl, sessionId, participantToken },
      isEarly: joined.upload === 'while_recording',
      maxBytes: joined.maxTrackBytes,
      onStarted: (takeNumber) => {
        this.#recordedTake = takeNumber;
        this.#tellStarted();
      },
      onHealth: (event) => this.#own.hear(event),
      onChange: () => this.refresh(),
    });
    this.#own = new OwnState(this, this.#recordings, sessionId, (state) =>
      this.#send({ type: 'state', ...state }),
    );
    this.#strain = new Strain({
      recorded: () => (this.isRecording ? devices.stream?.getVideoTracks()[0] : undefined),
      onSlow: (ms) => this.#recordings.noteSlow(ms),
      onLevel: (level) => {
        this.refresh();
        this.#events.emit('strain', level);
      },
    });
    connected.on('message', (message) => this.#receive(message));
    connected.on('change', () => this.#events.emit('change', undefined));
    connected.on('clock', () => this.#recordings.renew());
    connected.on('closed', (reason) => this.#closed(reason));
  }

  /** Enters. What earlier pages of this device recorded in rooms and did not send is sent as well. */
  open(): void {
    this.#connection.open();
    void this.uploads.recover().catch(() => undefined);
  }

  on<K extends keyof RoomEvents>(type: K, listener: (event: RoomEvents[K]) => void): () => void {
    return this.#events.on(type, listener);
  }

  get state(): RoomState {
    return this.#connection.state;
  }

  get isRecording(): boolean {
    return this.#recordings.isRecording;
  }

  /** Whether a recording has ended that is not among the uploads yet: the page has to stay open. */
  get isFinishing(): boolean {
    return this.#recordings.isFinishing;
  }

  /** Why this device does not record although the room does. */
  get recordingError(): CaptureError | null {
    return this.#recordings.failure;
  }

  /** What this device tells the others about itself. */
  get ownState(): PersonState {
    return this.#own.current;
  }

  get screen(): MediaStream | null {
    return this.#screen;
  }

  get clock() {
    return this.#connection.clock.estimate;
  }

  /** Milliseconds until an instant of the room's clock. */
  msUntil(serverTime: number): number {
    return this.#connection.clock.toDevice(serverTime) - deviceNow();
  }

  /** What somebody sends, and the connection to them; undefined while there is none. */
  link(participantId: string) {
    return this.#mesh.link(participantId);
  }

  /** Tells everybody that this device is ready to record. */
  ready(): boolean {
    return this.#send({ type: 'take.ready' });
  }

  chat(text: string): boolean {
    return this.#send({ type: 'chat', text });
  }

  setMuted(isMuted: boolean): void {
    this.devices.isMuted = isMuted;
    this.refresh();
  }

  /** Told by a page that measures the level: the microphone is on and nothing is heard. */
  setSilent(isSilent: boolean): void {
    this.#own.setSilent(isSilent);
  }

  /** Takes other devices, also in mid-take: the recording goes on in a new segment of the same track. */
  async chooseDevices(choice: DeviceChoice): Promise<void> {
    if (this.#recordings.hasRecorder) this.devices.handOver(choice);
    else await this.devices.open(choice);
  }

  /** Rejects with `permission_denied` when the person shares nothing. */
  async shareScreen(): Promise<void> {
    const stream = await navigator.mediaDevices
      .getDisplayMedia({ video: true, audio: false })
      .catch((cause: unknown) => {
        throw CaptureError.from(cause, 'permission_denied');
      });
    stream.getVideoTracks()[0]?.addEventListener('ended', () => this.unshareScreen());
    this.#setScreen(stream);
  }

  unshareScreen(): void {
    for (const track of this.#screen?.getTracks() ?? []) track.stop();
    this.#setScreen(null);
  }

  /** The host's alone; `inMs` is the countdown. */
  startTake(inMs?: number): boolean {
    return this.#send({ type: 'take.start', ...(inMs !== undefined && { inMs }) });
  }

  stopTake(): boolean {
    return this.#send({ type: 'take.stop' });
  }

  remove(participantId: string): boolean {
    return this.#send({ type: 'participant.remove', participantId });
  }

  mute(participantId: string): boolean {
    return this.#send({ type: 'mute', participantId });
  }

  /** Ends the room for everybody. Uploads of all devices go on for 14 days. */
  end(): boolean {
    return this.#send({ type: 'session.end' });
  }

  /** Leaves the seat. What was recorded is sent on as long as the page is open. */
  leave(): void {
    this.#connection.close(true);
    this.#stop();
  }

  /** Frees everything at once; what is unsent stays on the device. The seat stays for a while, as after a reload. */
  destroy(): void {
    this.#connection.close(false);
    this.#stop();
    this.#events.clear();
    void this.#recordings.stop().then(() => this.uploads.close());
  }

  /** Reads devices and recordings again after one of them changed. */
  refresh(): void {
    this.#mesh.refresh();
    this.#own.tell();
    this.#events.emit('change', undefined);
  }

  #newMesh(): PeerMesh {
    return new PeerMesh({
      me: () => this.state.participantId,
      configuration: () => ({
        iceServers: this.#iceServers,
        iceTransportPolicy: this.#options.iceTransportPolicy ?? 'all',
      }),
      media: () => ({
        audio: this.devices.stream?.getAudioTracks()[0] ?? null,
        camera: this.devices.stream?.getVideoTracks()[0] ?? null,
        screen: this.#screen?.getVideoTracks()[0] ?? null,
      }),
      strain: () => this.#strain.level,
      send: (to, data) => void this.#send({ type: 'signal', to, data }),
      onChange: () => this.#events.emit('change', undefined),
      onProblem: (problem) => this.#events.emit('problem', problem),
    });
  }

  #send(message: ClientMessage): boolean {
    return this.#connection.send(message);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        if (message.iceServers) this.#iceServers = message.iceServers;
        this.#mesh.greet(message.participants.map(({ participantId }) => participantId));
        // The socket before may have lost it, or there was none.
        this.#tellStarted();
        this.#followTake();
        this.#own.tell(true);
        return;
      case 'presence':
        if (message.event === 'left') this.#mesh.left(message.participant.participantId);
        else if (message.participant.connected && message.event !== 'ready')
          this.#mesh.arrived(message.participant.participantId);
        return;
      case 'signal':
        return this.#mesh.receive(message.from, message.data);
      case 'take.start':
      case 'take.stop':
        return this.#followTake();
      case 'mute':
        this.setMuted(true);
        return this.#events.emit('muted', { by: message.by });
      case 'error':
        // A server that knows no countdown starts with its own lead.
        if (message.field === 'inMs') this.startTake();
        // What an older server does not know is not missed.
        else if (message.field !== 'type')
          this.#events.emit('refused', { code: message.code, detail: message.detail ?? '' });
        return;
      default:
    }
  }

  #tellStarted(): void {
    const takeNumber = this.#recordedTake;
    if (takeNumber) this.#send({ type: 'take.started', takeNumber });
  }

  #followTake(): void {
    const { takeNumber, recording, atServerTime } = this.state.take;
    if (!recording || atServerTime === null) void this.#recordings.stop();
    else this.#recordings.start(takeNumber, atServerTime);
  }

  #tellUpload(changed: TrackUpload): void {
    const { trackId, sentBytes: storedBytes, sizeBytes, phase } = changed;
    const now = performance.now();
    const isDue = phase === 'done' || now - (this.#told.get(changed.id) ?? -Infinity) >= TELL_MS;
    if (trackId && isDue && changed.sessionId === this.#options.joined.session.id) {
      this.#told.set(changed.id, now);
      this.#send({ type: 'upload', trackId, storedBytes, sizeBytes });
    }
    this.#own.tell();
    this.#events.emit('change', undefined);
  }

  #setScreen(stream: MediaStream | null): void {
    this.#screen = stream;
    this.#recordings.setScreen(stream);
    this.refresh();
  }

  #closed(reason: ClosedReason): void {
    this.#stop();
    this.#events.emit('closed', reason);
  }

  #stop(): void {
    this.#mesh.close();
    void this.#recordings.stop().then(() => this.devices.close());
    if (this.#screen) this.unshareScreen();
    this.#own.close();
    this.#strain.close();
  }
}
