import { describe, expect, it } from 'vitest';
import { previewOf, readAddresses } from './addresses.model.js';

describe('addresses pasted into the suppression list', () => {
  it.each(['ada@example.com', ' Ada Okafor <ADA@example.com> ', 'ada@example.com;bounced;2026'])(
    'are read from %j',
    (line) => {
      expect(readAddresses(line)).toEqual({ addresses: ['ada@example.com'], lines: [1], unread: [] });
    },
  );

  it('keep the apostrophe of a name, and lose those around them', () => {
    const { addresses } = readAddresses(
      "o'brien@example.com\n'ada@example.com'\n\"'+bob@example.com\",bounced",
    );
    expect(addresses).toEqual(["o'brien@example.com", 'ada@example.com', '+bob@example.com']);
  });

  it('are kept once, and lines without one are named', () => {
    const { addresses, lines, unread } = readAddresses(
      'ada@example.com\r\n\nAda\nADA@example.com\nada@ example.com\nbob@example.com',
    );
    expect([addresses, lines]).toEqual([
      ['ada@example.com', 'bob@example.com'],
      [1, 6],
    ]);
    expect(unread).toEqual([3, 5]);
  });

  it.each(['email,reason,since', '\uFEFF"E-Mail";Grund', 'Address'])(
    'come after a first line that names columns: %j',
    (header) => {
      expect(readAddresses(`${header}\nada@example.com`)).toMatchObject({ lines: [2], unread: [] });
      expect(readAddresses(`ada@example.com\n${header}`).unread).toEqual([2]);
    },
  );

  it('are no addresses where they are longer than one can be', () => {
    expect(readAddresses(`${'a'.repeat(250)}@x.test\nada@x.test`)).toMatchObject({ lines: [2], unread: [1] });
  });

  it('are new, known or refused as the server says, with the numbers of the lines', () => {
    const read = readAddresses('nobody\nada@bücher.test\nADA@xn--bcher-kva.test\nno@dot\nbob@x.test');
    const ada = { email: 'ada@xn--bcher-kva.test', reason: null };
    const checked = [ada, ada, { email: null, reason: null }, { email: 'bob@x.test', reason: 'bounced' }];
    expect(previewOf(read, checked)).toEqual({ fresh: [ada.email], known: 1, unread: [1, 4] });
  });
});
