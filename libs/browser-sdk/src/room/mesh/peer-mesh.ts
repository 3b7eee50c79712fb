/**
 * Everybody's direct connections to everybody. One side of two makes the offers, whoever was in the room already: offers
 * that cross can leave a connection stuck for good, even with the polite answers that the standard describes.
 */
import type { StrainLevel } from '../strain.js';
import { PeerLink, type LinkProblem, type LinkSignal, type LocalMedia } from './peer-link.js';

export interface MeshPorts {
  me: () => string;
  configuration: () => RTCConfiguration;
  media: () => LocalMedia;
  /** What is given up of pictures, for the recording. */
  strain?: () => StrainLevel;
  send: (to: string, data: object) => void;
  onChange: () => void;
  onProblem: (problem: LinkProblem) => void;
}

/** A page says that it is there, so that a link to the page before it is replaced. */
interface Hello {
  hello: string;
  /** The link that it had is lost. */
  isLost?: boolean;
}

type Signal = Hello | LinkSignal;

export class PeerMesh {
  readonly #ports: MeshPorts;
  /** Of this page; a reload gives another. */
  readonly #page = crypto.randomUUID();
  readonly #links = new Map<string, PeerLink>();

  constructor(ports: MeshPorts) {
    this.#ports = ports;
  }

  /** The link to somebody; undefined while there is none. */
  link(participantId: string): PeerLink | undefined {
    return this.#links.get(participantId);
  }

  /** After each welcome: those who are there offer to this page, unless they have a link to it already. */
  greet(participantIds: readonly string[]): void {
    for (const id of this.#links.keys()) if (!participantIds.includes(id)) this.left(id);
    for (const id of participantIds) if (id !== this.#ports.me()) this.#say(id, { hello: this.#page });
  }

  /** Somebody has come, or come back. */
  arrived(participantId: string): void {
    if (participantId === this.#ports.me()) return;
    // Whether a link of before still holds is said by the page's own greeting, which follows; an offer that nobody has
    // answered went to a socket that is gone.
    if (!this.#links.get(participantId)?.remotePage) this.#offerTo(participantId);
  }

  left(participantId: string): void {
    this.#links.get(participantId)?.close();
    if (this.#links.delete(participantId)) this.#ports.onChange();
  }

  receive(from: string, data: object): void {
    const signal = data as Signal;
    if ('hello' in signal) this.#greeted(from, signal);
    else if (typeof signal.link === 'string') this.#signalled(from, signal);
  }

  /** The local tracks have changed. */
  refresh(): void {
    for (const link of this.#links.values()) link.refresh();
  }

  close(): void {
    for (const id of [...this.#links.keys()]) this.left(id);
  }

  #greeted(from: string, { hello, isLost }: Hello): void {
    const link = this.#links.get(from);
    const isSame = !link?.remotePage || link.remotePage === hello;
    if (!link || isLost || !isSame) return this.#offerTo(from);
    link.remotePage = hello;
  }

  #signalled(from: string, signal: LinkSignal): void {
    const link = this.#links.get(from);
    if (link?.id === signal.link) return link.receive(signal);
    if (signal.description?.type !== 'offer') return;
    // Two offers that crossed: both ends keep the one of the smaller id.
    if (link?.isUnanswered && this.#ports.me() < from) return;
    this.#make(from, signal.link, false).receive(signal);
    this.refresh();
  }

  #offerTo(participantId: string): void {
    this.#make(participantId, crypto.randomUUID(), true);
  }

  #make(participantId: string, id: string, isOfferer: boolean): PeerLink {
    this.#links.get(participantId)?.close();
    const { media, onChange, onProblem, configuration, strain = () => 0 } = this.#ports;
    const link = new PeerLink(
      {
        page: this.#page,
        configuration: configuration(),
        media,
        links: () => this.#links.size,
        strain,
        send: (signal) => this.#ports.send(participantId, signal),
        onChange,
        onProblem,
        onBroken: () => this.#repair(participantId, link, isOfferer),
      },
      id,
      isOfferer,
    );
    this.#links.set(participantId, link);
    onChange();
    return link;
  }

  /** The offering side makes another link; the other one asks for it. */
  #repair(participantId: string, link: PeerLink, isOfferer: boolean): void {
    if (this.#links.get(participantId) !== link) return;
    if (isOfferer) this.#offerTo(participantId);
    else {
      this.left(participantId);
      this.#say(participantId, { hello: this.#page, isLost: true });
    }
  }

  #say(to: string, hello: Hello): void {
    this.#ports.send(to, hello);
  }
}
