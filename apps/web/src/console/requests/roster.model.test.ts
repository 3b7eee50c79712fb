import { describe, expect, it } from 'vitest';
import { readRoster } from './roster.model.js';

const ada = { email: 'ada@example.com', name: 'Ada Okafor' };

describe('people pasted into a roster', () => {
  it.each([
    'Ada Okafor <ada@example.com>',
    '"Ada Okafor" <ada@example.com>',
    'Ada Okafor, ada@example.com',
    'ada@example.com;Ada Okafor',
    'Ada\tOkafor\tada@example.com',
    '  Ada Okafor ada@example.com  ',
  ])('are read from %j', (line) => {
    expect(readRoster(line)).toEqual({ people: [ada], unread: [] });
  });

  it('are kept once, also with another case of the address', () => {
    expect(readRoster('Ada Okafor <ada@example.com>\r\nA <ADA@example.com>').people).toEqual([ada]);
  });

  it('are named by their line where a name or an address is missing, and empty lines are not', () => {
    const { people, unread } = readRoster('ada@example.com\n\nAda Okafor\nAda Okafor <ada@example.com>');
    expect(people).toEqual([ada]);
    expect(unread).toEqual([1, 3]);
  });

  it('keep an apostrophe in their names and addresses', () => {
    expect(readRoster("Conan O'Brien <conan@example.com>").people[0]?.name).toBe("Conan O'Brien");
    const { people } = readRoster("Conan <o'brien@example.com>");
    expect(people).toEqual([{ email: "o'brien@example.com", name: 'Conan' }]);
  });
});
