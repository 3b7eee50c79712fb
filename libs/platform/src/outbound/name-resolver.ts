import { Resolver } from 'node:dns/promises';
import pTimeout from 'p-timeout';

/** Asking one silent server takes nearly as long; several are not all waited for. */
const LOOK_UP_MS = 5_000;

/**
 * Asks DNS for the addresses of a name. Not with getaddrinfo, which blocks one of the process's few worker threads until a
 * customer's name server answers. The hosts file is therefore not read.
 */
export class NameResolver {
  private readonly resolver = new Resolver({ timeout: 1500, tries: 2 });

  /** @param servers `address:port`; the host's when empty */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** Every A and AAAA record; empty when there is none or no server answers within five seconds. */
  async addressesOf(name: string): Promise<string[]> {
    const asked = [this.resolver.resolve4(name), this.resolver.resolve6(name)];
    const answers = await Promise.allSettled(
      asked.map((records) => pTimeout(records, { milliseconds: LOOK_UP_MS })),
    );
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
