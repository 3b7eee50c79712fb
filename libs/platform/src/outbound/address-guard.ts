import { isAddress, isGlobal, isLoopback, isWithin, parseCidr, type Cidr } from './address.model.js';
import type { NameResolver } from './name-resolver.js';

/** What an operator allows besides addresses that the whole internet reaches. */
export interface AddressRules {
  /** Ports that may be used, as text. */
  ports: readonly string[];
  /** Ranges (CIDR) that are allowed although they are not global. */
  cidrs: readonly string[];
  /** Loopback, http or https, on any port. */
  loopback: boolean;
}

/** Why a URL may not be called, as a stable word. */
export type Refusal = 'format' | 'scheme' | 'userinfo' | 'port' | 'host' | 'address' | 'unresolved';

export const REFUSALS: Record<Refusal, string> = {
  format: 'url must be an absolute URL.',
  scheme: 'url must start with https://.',
  userinfo: 'url must not carry a user name or password.',
  port: 'url uses a port that is not allowed.',
  host: 'url names a host that only exists inside a network.',
  address: 'url leads to an address that is not reachable from the whole internet.',
  unresolved: 'The host name of url does not resolve.',
};

/** The checked addresses that a connection is pinned to; or why there must be no connection. */
export type Verdict = { allowed: true; url: URL; addresses: string[] } | { allowed: false; refusal: Refusal };

const INSIDE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|corp|home|home\.arpa|localdomain)$/;
const refuse = (refusal: Refusal): Verdict => ({ allowed: false, refusal });

/**
 * Guards against requests into private networks, when a URL is stored and when it is called alike. A name is resolved once, all of its
 * addresses must be allowed, and the connection is pinned to them: a second answer of the name server is never used.
 */
export class AddressGuard {
  private readonly ports: ReadonlySet<string>;
  private readonly ranges: readonly Cidr[];
  private readonly loopback: boolean;

  constructor(
    { ports, cidrs, loopback }: AddressRules,
    private readonly names: NameResolver,
  ) {
    this.ports = new Set(ports);
    this.ranges = cidrs.map(parseCidr);
    this.loopback = loopback;
  }

  async check(text: string): Promise<Verdict> {
    // The URL parser turns octal, hexadecimal, decimal and full-width spellings of an address into the plain one.
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url) return refuse('format');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme');
    if (url.username !== '' || url.password !== '') return refuse('userinfo');
    const host = url.hostname.replace(/\.$/, '');
    const literal =
      host === 'localhost' ? '127.0.0.1' : isAddress(host) ? host.replace(/^\[|\]$/g, '') : undefined;
    if (this.loopback && literal !== undefined && isLoopback(literal))
      return { allowed: true, url, addresses: [literal] };
    if (url.protocol !== 'https:') return refuse('scheme');
    if (!this.ports.has(url.port === '' ? '443' : url.port)) return refuse('port');
    return literal === undefined ? this.checkName(url, host) : this.checkAddresses(url, [literal]);
  }

  private async checkName(url: URL, host: string): Promise<Verdict> {
    const inside = INSIDE_NAMES.test(host) || !host.includes('.');
    if (inside && this.ranges.length === 0) return refuse('host');
    const addresses = await this.names.addressesOf(host);
    return addresses.length === 0 ? refuse('unresolved') : this.checkAddresses(url, addresses);
  }

  private checkAddresses(url: URL, addresses: string[]): Verdict {
    const allowed = addresses.every((address) => isGlobal(address) || isWithin(address, this.ranges));
    return allowed ? { allowed: true, url, addresses } : refuse('address');
  }
}
