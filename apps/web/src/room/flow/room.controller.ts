import {
  CaptureError,
  LocalDevices,
  Room,
  type DeviceChoice,
  type JoinedRoom,
  type TrackUpload,
} from '@capture/browser/room';
import { keepAwake } from '../../recorder/flow/resume.js';
import type { RoomRoute } from '../../route.js';
import { isPending, isRecordingStill } from './is-pending.js';
import { joinRoom, readRoomOf } from './join.js';
import { Leftovers } from './leftovers.js';
import { recall, remember } from './membership.js';
import {
  ASKS_TO_SIGN_IN,
  pageFor,
  phaseAfter,
  phaseOfSignIn,
  problemOf,
  type PageKind,
  type Phase,
} from './room.phase.js';
import type { RoomSnapshot } from './room.snapshot.js';
import { hostAccess, signIn, signInWithCode, signInWithPasskey, type SignInOutcome } from './sign-in.js';

/** How long everybody is warned before a take begins. */
const COUNTDOWN_MS = 3_000;

/** One visit to a room's link: from the green room through the room to the last upload. */
export class RoomController {
  readonly devices = new LocalDevices(
    () => this.#changed(),
    () => this.#note({ kind: 'device_refused' }),
  );
  readonly #listeners = new Set<() => void>();
  readonly #leftovers = new Leftovers(() => this.#changed());
  #room: Room | null = null;
  #letSleep: (() => void) | null = null;
  #snapshot: RoomSnapshot;

  constructor(
    readonly route: RoomRoute,
    private readonly token: string,
    private readonly path: string,
  ) {
    const phase: Phase = { name: 'green', stream: null, isBusy: true, problem: null };
    this.#snapshot = { phase, room: null, uploads: [], organization: null, note: null };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): RoomSnapshot => this.#snapshot;

  get isHost(): boolean {
    return this.hostedSession !== null;
  }

  /** The session of a host link; null for guests. */
  get hostedSession(): string | null {
    return this.route.role === 'host' ? this.route.sessionId : null;
  }

  get rememberedName(): string {
    return recall(this.path).displayName;
  }

  /** Whether leaving the page would cost something. */
  get isBusy(): boolean {
    return isRecordingStill(this.#room) || this.uploads.some(isPending);
  }

  get uploads(): readonly TrackUpload[] {
    return this.#room?.uploads.items ?? this.#leftovers.items;
  }

  async open(): Promise<void> {
    const { hostedSession } = this;
    void this.#askWhose();
    this.#leftovers.send();
    try {
      const access = hostedSession === null ? 'granted' : await hostAccess(hostedSession);
      if (access === 'signed_out') return this.#to(ASKS_TO_SIGN_IN);
      if (access === 'stranger') return this.#to({ ...ASKS_TO_SIGN_IN, problem: 'stranger' });
    } catch {
      return this.#to({ name: 'page', page: 'unreachable' });
    }
    await this.prepare();
  }

  signIn(email: string, password: string): Promise<void> {
    return this.#signIn(null, signIn(email, password, this.hostedSession ?? ''));
  }

  /** @param challenge of the answer to the password */
  signInWithCode(challenge: string, code: string): Promise<void> {
    return this.#signIn(challenge, signInWithCode(challenge, code));
  }

  signInWithPasskey(): Promise<void> {
    return this.#signIn(null, signInWithPasskey(this.hostedSession ?? ''));
  }

  /** Opens the devices for the green room. A person whose page was lost while they were in the room skips it. */
  async prepare(choice?: DeviceChoice): Promise<void> {
    this.#note(null);
    this.#to({ name: 'green', stream: this.devices.stream, isBusy: true, problem: null });
    try {
      const stream = await this.devices.open(choice);
      this.#to({ name: 'green', stream, isBusy: false, problem: null });
      const { isInside, displayName } = recall(this.path);
      if (isInside && displayName) await this.enter(displayName);
    } catch (error) {
      const { code } = CaptureError.from(error, 'no_devices');
      this.#to({ name: 'green', stream: null, isBusy: false, problem: problemOf(code) });
    }
  }

  async enter(displayName: string): Promise<void> {
    const { stream } = this.devices;
    this.#to({ name: 'green', stream, isBusy: true, problem: null });
    try {
      const joined = await joinRoom(this.route, this.token, { ...recall(this.path), displayName });
      const { participantToken } = joined;
      remember(this.path, { displayName, participantToken, isInside: true });
      this.#start(joined);
    } catch (cause) {
      const error = CaptureError.from(cause, 'network');
      const page = pageFor(error);
      if (error.status === 401 && this.isHost) return this.#to(ASKS_TO_SIGN_IN);
      if (page) return this.#toPage(page);
      this.#to({ name: 'green', stream, isBusy: false, problem: problemOf(error.code) });
    }
  }

  startTake(): void {
    this.#note(null);
    this.#room?.startTake(COUNTDOWN_MS);
  }

  /** Takes other devices, also in the middle of a take. */
  async chooseDevices(choice: DeviceChoice): Promise<void> {
    this.#note(null);
    // With none at all, the camera that is missing is seen, and the recording says that it fails.
    await this.#room?.chooseDevices(choice).catch(() => this.#note({ kind: 'device_refused' }));
  }

  /** Shares a screen that the person picks, or ends that. */
  async toggleScreen(): Promise<void> {
    this.#note(null);
    if (this.#room?.screen) this.#room.unshareScreen();
    else await this.#room?.shareScreen().catch(() => this.#note({ kind: 'screen_refused' }));
  }

  leave(): void {
    this.#forgetInside();
    this.#room?.leave();
    this.#to({ name: 'after', reason: 'left' });
  }

  /** After leaving: the same link leads back in. */
  comeBack(): void {
    location.reload();
  }

  dismissNote(): void {
    this.#note(null);
  }

  retryUploads(): void {
    this.#room?.uploads.retry();
    this.#leftovers.retry();
  }

  destroy(): void {
    this.#room?.destroy();
    this.#leftovers.close();
    this.devices.close();
    this.#letSleep?.();
  }

  async #signIn(challenge: string | null, answer: Promise<SignInOutcome>): Promise<void> {
    this.#to({ name: 'sign_in', isBusy: true, problem: null, challenge });
    const next = phaseOfSignIn(await answer, challenge);
    return next ? this.#to(next) : this.open();
  }

  /** Nothing waits for it: who does not learn it can enter all the same. */
  async #askWhose(): Promise<void> {
    const info = await readRoomOf(this.route, this.token);
    if (info) this.#set({ ...this.#snapshot, organization: info.organization });
  }

  #start(joined: JoinedRoom): void {
    const room = new Room({ baseUrl: location.origin, joined, devices: this.devices });
    this.#room = room;
    // The room goes on with them.
    this.#leftovers.close();
    room.on('change', () => this.#changed());
    room.on('muted', () => this.#note({ kind: 'muted' }));
    room.on('problem', (kind) => this.#note({ kind }));
    room.on('strain', (level) => level > 0 && this.#note({ kind: 'slow' }));
    room.on('refused', ({ detail }) => this.#note({ kind: 'refused', detail }));
    room.on('closed', (reason) => {
      this.#forgetInside();
      this.#to(phaseAfter(reason));
    });
    room.open();
    this.#to({ name: 'room' });
  }

  #toPage(page: PageKind): void {
    this.#forgetInside();
    this.devices.close();
    this.#to({ name: 'page', page });
  }

  #forgetInside(): void {
    remember(this.path, { ...recall(this.path), isInside: false });
  }

  #note(note: RoomSnapshot['note']): void {
    this.#set({ ...this.#snapshot, note });
  }

  #to(phase: Phase): void {
    this.#set({ ...this.#snapshot, phase });
  }

  #changed(): void {
    this.#set(this.#snapshot);
  }

  /** A phone that locks itself would leave the room, and would stop sending. What has failed waits for the person. */
  #stayAwake(): void {
    const isSending = this.uploads.some((upload) => isPending(upload) && upload.phase !== 'failed');
    if (this.#snapshot.phase.name === 'room' || isRecordingStill(this.#room) || isSending)
      this.#letSleep ??= keepAwake();
    else {
      this.#letSleep?.();
      this.#letSleep = null;
    }
  }

  #set(snapshot: RoomSnapshot): void {
    this.#snapshot = { ...snapshot, room: this.#room, uploads: this.uploads };
    this.#stayAwake();
    for (const listener of this.#listeners) listener();
  }
}
