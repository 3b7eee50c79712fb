import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a CIDR range; undefined when it is neither. */
function parseRange(text: string): Range | undefined {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = parseAddress(text);
    return address && [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
}

export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

/** IPv4-mapped IPv6 addresses, as dual-stack sockets report them, become IPv4. Undefined when `text` is no address. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.trim();
  // The library parses shorthand such as "1" or "0x7f.1", but no proxy writes it.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

/**
 * Finds the address of the caller. `X-Forwarded-For` is believed only as far as trusted proxies wrote it: read from the
 * right, the first hop that is not a trusted proxy is the caller, whatever stands further left.
 */
export class ClientAddress {
  private readonly trusted: Range[];

  /** @param ranges Addresses and CIDR ranges of the proxies in front; anything else is ignored. */
  constructor(ranges: readonly string[]) {
    this.trusted = ranges.map(parseRange).filter((range) => range !== undefined);
  }

  of(peer: string, forwardedFor: string | undefined): string {
    const hops = forwardedFor?.split(',') ?? [];
    let caller = parseAddress(peer);
    while (caller && this.isTrusted(caller)) {
      const hop = hops.pop();
      const next = hop === undefined ? undefined : parseAddress(hop);
      if (!next) break;
      caller = next;
    }
    return caller?.toString() ?? peer;
  }

  private isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
    return this.trusted.some(
      ([range, bits]) => address.kind() === range.kind() && address.match(range, bits),
    );
  }
}
