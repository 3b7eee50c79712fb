import { isIPv6, type LookupFunction } from 'node:net';

/**
 * Answers every question of a connection for a name with addresses that were checked, so that a second answer of the name
 * server is never used.
 * @param addresses as `AddressGuard` gives them
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, done) => {
    const [first] = pinned;
    if (options.all) done(null, pinned);
    else if (first) done(null, first.address, first.family);
  };
}
