/** The direct connection to one other person. */
import type { StrainLevel } from '../strain.js';
import { limitAudio, limitVideo, qualityFor } from './monitor-quality.js';

/** What one device sends to all others. */
export interface LocalMedia {
  audio: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

export type LinkProblem =
  /** A TURN server refused its credentials: whoever needs it to be reached is not. */
  | 'turn_refused'
  /** No TURN server answered, although one is set and needed. */
  | 'turn_unreachable';

/** What the two ends of a link tell each other. */
export interface LinkSignal {
  /** Of one connection; later ones between the same people have others. */
  link: string;
  /** Of the page that sends. */
  page: string;
  description?: RTCSessionDescriptionInit;
  candidate?: RTCIceCandidateInit;
}

export interface LinkPorts {
  page: string;
  configuration: RTCConfiguration;
  media: () => LocalMedia;
  links: () => number;
  strain: () => StrainLevel;
  send: (signal: LinkSignal) => void;
  onChange: () => void;
  onProblem: (problem: LinkProblem) => void;
  /** Cannot be repaired: the owner makes another. */
  onBroken: () => void;
}

/** A link that was interrupted often returns by itself; then a restart would only delay it. */
const RESTART_MS = 2_000;
/** An offer that nobody has answered by then went to a socket that is gone. */
const ANSWER_MS = 6_000;
/** What is not connected by then will not be. Longer than a busy machine takes. */
const CONNECT_MS = 15_000;
/** The side that can repair a link notices first. */
const ANSWERER_MS = 5_000;

export class PeerLink {
  /** The other person's voice and picture. */
  readonly remote = new MediaStream();
  readonly remoteScreen = new MediaStream();
  /** The page at the other end, once it has said so. */
  remotePage: string | undefined;
  readonly pc: RTCPeerConnection;
  readonly #ports: LinkPorts;
  /** The one side that offers, at first and when the connection has to be repaired. */
  readonly #isOfferer: boolean;
  #early: RTCIceCandidateInit[] = [];
  #work: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    ports: LinkPorts,
    readonly id: string,
    isOfferer: boolean,
  ) {
    this.#ports = ports;
    this.#isOfferer = isOfferer;
    this.pc = new RTCPeerConnection(ports.configuration);
    this.#watch();
    this.#giveUpAfter(isOfferer ? ANSWER_MS : CONNECT_MS);
    if (!isOfferer) return;
    // Three channels for good, so that muting, another camera or a shared screen need no new negotiation.
    for (const kind of ['audio', 'video', 'video']) this.pc.addTransceiver(kind, { direction: 'sendrecv' });
    this.#offer(false);
  }

  /** Whether it offers, and the other side has not answered yet. */
  get isUnanswered(): boolean {
    return this.#isOfferer && !this.pc.remoteDescription;
  }

  get isConnected(): boolean {
    return this.pc.connectionState === 'connected';
  }

  /** Sends what `media()` now gives. */
  refresh(): void {
    this.#queue(() => this.#attach());
  }

  receive({ page, description, candidate }: LinkSignal): void {
    this.remotePage = page;
    if (description) this.#queue(() => this.#accept(description));
    if (candidate) this.#queue(() => this.#addCandidate(candidate));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.pc.close();
  }

  #watch(): void {
    const { pc } = this;
    pc.onicecandidate = ({ candidate }) => {
      if (candidate) this.#send({ candidate: candidate.toJSON() });
    };
    pc.onicecandidateerror = ({ errorCode }) => {
      if (errorCode === 401) this.#ports.onProblem('turn_refused');
    };
    pc.onicegatheringstatechange = () => {
      const candidates = pc.localDescription?.sdp.match(/^a=candidate:/gm)?.length ?? 0;
      // A wrong credential changes no state: without a candidate nothing will ever be tried.
      if (pc.iceGatheringState === 'complete' && !candidates) this.#ports.onProblem('turn_unreachable');
    };
    pc.ontrack = ({ track, transceiver }) => {
      const { remote, remoteScreen } = this;
      (transceiver.mid === '2' ? remoteScreen : remote).addTrack(track);
      this.#ports.onChange();
    };
    pc.onconnectionstatechange = () => this.#onState();
  }

  #onState(): void {
    clearTimeout(this.#timer);
    const { connectionState } = this.pc;
    if (connectionState === 'disconnected' && this.#isOfferer)
      this.#timer = setTimeout(() => this.#offer(true), RESTART_MS);
    else if (connectionState === 'failed' && this.#isOfferer) this.#offer(true);
    else if (connectionState !== 'connected') this.#giveUpAfter(CONNECT_MS);
    this.#ports.onChange();
  }

  #giveUpAfter(ms: number): void {
    clearTimeout(this.#timer);
    const giveUp = () => {
      if (!this.isConnected && !this.#isClosed) this.#ports.onBroken();
    };
    this.#timer = setTimeout(giveUp, ms + (this.#isOfferer ? 0 : ANSWERER_MS));
  }

  #offer(iceRestart: boolean): void {
    this.#queue(async () => {
      await this.#attach();
      await this.pc.setLocalDescription(await this.pc.createOffer({ iceRestart }));
      this.#describe();
      if (iceRestart) this.#giveUpAfter(CONNECT_MS);
    });
  }

  async #accept(description: RTCSessionDescriptionInit): Promise<void> {
    await this.pc.setRemoteDescription(description);
    if (!this.isConnected) this.#giveUpAfter(CONNECT_MS);
    if (description.type === 'offer') {
      for (const transceiver of this.pc.getTransceivers()) transceiver.direction = 'sendrecv';
      await this.#attach();
      await this.pc.setLocalDescription();
      this.#describe();
    }
    for (const candidate of this.#early.splice(0)) await this.#addCandidate(candidate);
    await this.#limit();
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (!this.pc.remoteDescription) this.#early.push(candidate);
    // One that cannot be used does not matter beside the others.
    else await this.pc.addIceCandidate(candidate).catch(() => undefined);
  }

  async #attach(): Promise<void> {
    const { audio, camera, screen } = this.#ports.media();
    const senders = this.pc.getTransceivers().map(({ sender }) => sender);
    const tracks = [audio, camera, screen];
    await Promise.all(senders.map((sender, index) => sender.replaceTrack(tracks[index] ?? null)));
    await this.#limit();
  }

  async #limit(): Promise<void> {
    const [audio, camera, screen] = this.pc.getTransceivers().map(({ sender }) => sender);
    if (audio) await limitAudio(audio);
    const [links, strain] = [this.#ports.links(), this.#ports.strain()];
    if (camera) await limitVideo(camera, qualityFor('camera', links, strain));
    if (screen) await limitVideo(screen, qualityFor('screen', links, strain));
  }

  #describe(): void {
    const { localDescription } = this.pc;
    if (localDescription) this.#send({ description: localDescription.toJSON() as RTCSessionDescriptionInit });
  }

  #send(part: Pick<LinkSignal, 'description' | 'candidate'>): void {
    if (!this.#isClosed) this.#ports.send({ link: this.id, page: this.#ports.page, ...part });
  }

  /** One step after the other: descriptions and candidates must not overtake each other. */
  #queue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      try {
        await step();
      } catch {
        if (!this.#isClosed) this.#ports.onBroken();
      }
    });
  }
}
