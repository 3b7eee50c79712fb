import { pinnedLookup } from '@capture/platform';
import { Agent, buildConnector } from 'undici';

const KEPT_CONNECTIONS_MS = 10_000;
const MOST_AGENTS = 1024;

/** Where connections may go: an origin, and the checked addresses of its host, which is not resolved again. */
export interface Destination {
  url: URL;
  addresses: string[];
}

/** Connections to receivers, kept for their next requests: those of the least recently used destinations end first. */
export class OutboundAgents {
  private readonly agents = new Map<string, Agent>();
  /** When connections were opened, by the errors that ended them. */
  private readonly openedAt = new WeakMap<object, number>();

  for(destination: Destination): Agent {
    const key = keyOf(destination);
    const agent = this.agents.get(key) ?? this.newAgent(destination.addresses);
    // Re-inserting keeps the map in order of use: its first agent is the least recently used one.
    this.agents.delete(key);
    this.agents.set(key, agent);
    const [oldest] = this.agents.keys();
    if (this.agents.size > MOST_AGENTS && oldest !== undefined) this.end(oldest);
    return agent;
  }

  /** Whether `error` is the end of a connection that was there before `since`, by `performance.now()`. */
  endedKept(error: unknown, since: number): boolean {
    return (this.openedAt.get(error as object) ?? Infinity) < since;
  }

  /** Next requests go over new connections; those under way may finish. */
  renew(destination: Destination): void {
    this.end(keyOf(destination));
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private end(key: string): void {
    void this.agents.get(key)?.close();
    this.agents.delete(key);
  }

  private newAgent(addresses: string[]): Agent {
    const connect = buildConnector({ lookup: pinnedLookup(addresses), allowH2: false });
    return new Agent({
      keepAliveTimeout: KEPT_CONNECTIONS_MS,
      pipelining: 1,
      allowH2: false,
      connect: (options, callback) =>
        connect(options, (...[error, socket]) => {
          if (!socket) return callback(error, null);
          const now = performance.now();
          socket.once('error', (reason) => this.openedAt.set(reason, now));
          callback(null, socket);
        }),
    });
  }
}

function keyOf({ url, addresses }: Destination): string {
  return `${url.origin} ${addresses.toSorted().join()}`;
}
