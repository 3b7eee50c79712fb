import { describe, expect, it } from 'vitest';
import { readAddresses } from './addresses.model.js';

describe('addresses pasted into the suppression list', () => {
  it.each(['ada@example.com', ' Ada Okafor <ADA@example.com> ', 'ada@example.com;bounced;2026'])(
    'are read from %j',
    (line) => {
      expect(readAddresses(line)).toEqual({ addresses: ['ada@example.com'], unread: [] });
    },
  );

  it('are kept once, and lines without one are named', () => {
    const { addresses, unread } = readAddresses(
      'ada@example.com\r\n\nAda\nADA@example.com\nada@ example.com',
    );
    expect(addresses).toEqual(['ada@example.com']);
    expect(unread).toEqual([3, 5]);
  });
});
