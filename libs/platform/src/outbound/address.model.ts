import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = [Address, number];

/** Global by the registries, but special to a platform: Azure answers metadata and DNS there. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

export function parseCidr(text: string): Cidr {
  return ipaddr.parseCIDR(text);
}

export function isCidr(text: unknown): boolean {
  return typeof text === 'string' && ipaddr.isValidCIDR(text);
}

function parse(address: string): Address {
  const bare = address.replace(/^\[|\]$/g, '');
  return ipaddr.parse(bare);
}

/** True for an IP address as a URL spells it, in brackets or not. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
}

export function isLoopback(address: string): boolean {
  return parse(address).range() === 'loopback';
}

/**
 * True for an address that the whole internet routes to. Forms that carry another address inside (IPv4-mapped, NAT64,
 * 6to4, Teredo) are never global here: they would reach an address that was not checked.
 */
export function isGlobal(address: string): boolean {
  const parsed = parse(address);
  if (PLATFORM_ADDRESSES.has(parsed.toString()) || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST_V6);
}

/** True when `address` lies in one of `ranges`, as spelled: an IPv4 range does not open its mapped forms. */
export function isWithin(address: string, ranges: readonly Cidr[]): boolean {
  const parsed = parse(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base as never, bits));
}
