import type { Person } from './requests-api.js';

export interface ReadRoster {
  people: Person[];
  /** Numbers of the lines, from 1, that have no name or no address. */
  unread: number[];
}

/** An apostrophe may stand in a name, and around an address. */
const ADDRESS = /[^\s<>,;"'][^\s<>,;"]*@[^\s<>,;"']+/u;

/** Reads people as mail programs and tables give them, one a line. Who comes twice is kept once, as they came first. */
export function readRoster(text: string): ReadRoster {
  const people = new Map<string, Person>();
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const email = ADDRESS.exec(line)?.[0];
    const name = line
      .replace(email ?? '', '')
      .replace(/[<>,;"\t]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (!email || name === '') unread.push(index + 1);
    else if (!people.has(email.toLowerCase())) people.set(email.toLowerCase(), { email, name });
  }
  return { people: [...people.values()], unread };
}
