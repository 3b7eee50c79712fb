import { describe, expect, it } from 'vitest';
import { ClientAddress, isAddressRange } from './client-address.js';

describe('ClientAddress', () => {
  const behindProxies = new ClientAddress(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

  it('takes the peer when no proxy is configured, whatever the header says (scenario 50)', () => {
    expect(new ClientAddress([]).of('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('ignores the header of a peer that is not a trusted proxy (scenario 50)', () => {
    expect(behindProxies.of('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('takes the rightmost hop that is not ours, so that a forged left part is never believed (scenario 50)', () => {
    expect(behindProxies.of('10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(behindProxies.of('fd00::1', '6.6.6.6,2001:db8::5,192.0.2.7')).toBe('2001:db8::5');
  });

  it('stops at a hop that is no address instead of reading past it (scenario 50)', () => {
    for (const garbage of ['unknown', '1', '0x7f.1', '', '1.2.3.4:80', '<script>']) {
      expect(behindProxies.of('10.1.2.3', `6.6.6.6, ${garbage}`)).toBe('10.1.2.3');
    }
  });

  it('falls back to the outermost trusted hop when every hop is ours', () => {
    expect(behindProxies.of('10.1.2.3', '10.0.0.1')).toBe('10.0.0.1');
    expect(behindProxies.of('10.1.2.3', undefined)).toBe('10.1.2.3');
  });

  it('reads mapped IPv4 addresses as IPv4', () => {
    expect(behindProxies.of('::ffff:10.1.2.3', '::ffff:198.51.100.1')).toBe('198.51.100.1');
  });

  it('knows ranges from other text', () => {
    expect(['10.0.0.0/8', '::1', '192.0.2.1', 'fd00::/8'].every(isAddressRange)).toBe(true);
    expect(['', 'proxy', '10.0.0.0/33', '10.0.0'].some(isAddressRange)).toBe(false);
  });
});
