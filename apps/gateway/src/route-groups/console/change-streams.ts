import { Readable } from 'node:stream';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import {
  AppError,
  CHANGE_NOTICES,
  type EventEnvelope,
  type MemberPrincipal,
  type MemberRemoved,
  type SignInEnded,
} from '@capture/contracts';
import { Bus, type Subscription } from '@capture/messaging';
import { Metrics } from '@capture/platform';
import {
  changeOf,
  isToldTo,
  noticedChange,
  toMessage,
  toRecentMessage,
  TOLD_PATTERNS,
  type Change,
} from './change.model.js';
import { RecentChanges } from './recent-changes.js';

/** What one member has open here at a time: some windows on some devices. */
const MOST_OF_MEMBER = 6;
/** Proxies end connections that are silent for longer, and a page that has gone is noticed. */
const HEARTBEAT_MS = 15_000;
/** An event that ends a sign-in may get lost with the bus: after this long it is asked for again. */
const ASK_AGAIN_MS = 30_000;
/** What a page that reads too slowly may leave unread. It connects again, and reads everything anew. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** How soon a page connects again after the end of a stream. */
const RETRY_MS = 1_000;

const OPEN = {
  name: 'capture_gateway_change_streams',
  help: 'Pages of the console that are told of changes',
};

interface Stream {
  member: MemberPrincipal;
  body: Readable;
  /** Whether the sign-in has not ended. */
  isSignedIn: () => Promise<boolean>;
  askAt: number;
}

/** Tells open pages of the console that something of their organization has changed, as it comes by the bus (ADR 55). */
@Injectable()
export class ChangeStreams implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly recent = new RecentChanges();
  private subscriptions: Subscription[] = [];
  private heartbeat: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly bus: Bus,
    metrics: Metrics,
  ) {
    metrics.gauges({ open: OPEN }, () => Promise.resolve({ open: this.all().length }));
  }

  onModuleInit(): void {
    this.subscriptions = [
      ...TOLD_PATTERNS.map((pattern) => this.bus.subscribe(pattern, (event) => this.tellOf(event))),
      this.bus.listen(CHANGE_NOTICES, (message) => {
        const noticed = noticedChange(message);
        if (noticed) this.tell(noticed.organizationId, noticed.change);
      }),
      this.bus.subscribe('sign_in.ended', ({ organizationId, data }) =>
        this.end(organizationId, ({ member }) => member.signInId === (data as SignInEnded).signInId),
      ),
      this.bus.subscribe('member.removed', ({ organizationId, data }) =>
        this.end(organizationId, ({ member }) => member.memberId === (data as MemberRemoved).memberId),
      ),
    ];
    void Promise.all(this.subscriptions.map(({ ready }) => ready)).then(() => this.recent.begin());
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
  }

  /** Open streams would not end by themselves. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearInterval(this.heartbeat);
    for (const stream of this.all()) this.finish(stream);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  /**
   * The body of an event stream for the member. Whoever destroys it has closed it.
   * @param withRecent begins it with the changes of the last seconds, and for how long these are all
   * @throws AppError `rate_limited` when the member has too many, `service_unavailable` while the process stops
   */
  open(member: MemberPrincipal, withRecent: boolean, isSignedIn: () => Promise<boolean>): Readable {
    if (this.stopping) throw new AppError('service_unavailable', 'The gateway is stopping; try again.');
    const streams = this.streams.get(member.organizationId) ?? new Set();
    const own = [...streams].filter(({ member: { memberId } }) => memberId === member.memberId);
    if (own.length >= MOST_OF_MEMBER)
      throw new AppError('rate_limited', `A member has ${MOST_OF_MEMBER} streams of changes at most.`, {
        retryAfterSec: 60,
      });
    const body = new Readable({ read: () => undefined });
    const stream: Stream = { member, body, isSignedIn, askAt: 0 };
    this.streams.set(member.organizationId, streams.add(stream));
    body.once('close', () => this.forget(stream));
    body.push(`retry: ${RETRY_MS}\n\n`);
    if (withRecent) this.tellRecent(stream);
    // The sign-in may have ended after the call was admitted, and before the end could reach this stream.
    this.ask(stream);
    return body;
  }

  private tellRecent({ member, body }: Stream): void {
    const { ms, changes } = this.recent.of(member.organizationId);
    body.push(toRecentMessage(ms));
    for (const change of changes) if (isToldTo(member.role, change)) body.push(toMessage(change));
  }

  private tellOf(event: EventEnvelope): void {
    const change = changeOf(event);
    if (change) this.tell(event.organizationId, change);
  }

  private tell(organizationId: string, change: Change): void {
    this.recent.add(organizationId, change);
    const streams = this.streams.get(organizationId);
    if (!streams) return;
    const message = toMessage(change);
    for (const { member, body } of streams) {
      if (!isToldTo(member.role, change)) continue;
      if (body.readableLength > MOST_UNREAD_BYTES) body.destroy();
      else body.push(message);
    }
  }

  private end(organizationId: string, isMeant: (stream: Stream) => boolean): void {
    for (const stream of this.streams.get(organizationId) ?? []) if (isMeant(stream)) this.finish(stream);
  }

  private beat(): void {
    const now = performance.now();
    for (const stream of this.all()) {
      stream.body.push(':\n\n');
      if (stream.askAt > now) continue;
      this.ask(stream);
    }
  }

  /** No answer is no end: while accounts or the bus is silent, nothing is told either. */
  private ask(stream: Stream): void {
    stream.askAt = performance.now() + ASK_AGAIN_MS;
    stream.isSignedIn().then(
      (isSignedIn) => void (isSignedIn || this.finish(stream)),
      () => undefined,
    );
  }

  /** Nothing is told to it from here on: a stream that was pushed to after its end would fail. */
  private finish(stream: Stream): void {
    this.forget(stream);
    stream.body.push(null);
  }

  private forget(stream: Stream): void {
    const { organizationId } = stream.member;
    const streams = this.streams.get(organizationId);
    streams?.delete(stream);
    if (streams?.size === 0) this.streams.delete(organizationId);
  }

  private all(): Stream[] {
    return [...this.streams.values()].flatMap((streams) => [...streams]);
  }
}
