import { expect, it } from 'vitest';
import { networkOf } from './network-of.js';

it('clients are told apart by address, and for IPv6 by the network that one host has all of', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:DB8::1:ffff:0:0:9')).toBe(networkOf('2001:db8:0:1:a:b:c:d'));
  expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('')).toBe('');
});
