import { Resolver } from 'node:dns/promises';

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

  /** Every A and AAAA record; empty when there is none or no server answers. */
  async addressesOf(name: string): Promise<string[]> {
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
