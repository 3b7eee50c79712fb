export interface ReadAddresses {
  /** Each once, in lower case. */
  addresses: string[];
  /** The line, from 1, where each of them stands first. */
  lines: number[];
  /** Numbers of the lines that have no address. */
  unread: number[];
}

/** What the server says of an address: its one form, or null where it is none; null where it is not on the list. */
interface CheckedAddress {
  email: string | null;
  reason: string | null;
}

interface Preview {
  /** In the form in which they are stored, each once. */
  fresh: string[];
  /** How many are on the list. */
  known: number;
  /** Numbers of the lines that have no address, from the first to the last. */
  unread: number[];
}

/** An apostrophe may stand in a name, and around an address. */
const ADDRESS = /[^\s<>,;"'][^\s<>,;"]*@[^\s<>,;"']+/u;
const MOST_CHARACTERS = 254;
/** A first line that names columns, as files of tables have it. */
const HEADER = /^\uFEFF?["']?(e-?mail|address)/iu;

/** Reads the first address of every line, as tables and mail programs give them. What comes twice is kept once. */
export function readAddresses(text: string): ReadAddresses {
  const found = new Map<string, number>();
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const address = ADDRESS.exec(line)?.[0].toLowerCase();
    if (address === undefined && index === 0 && HEADER.test(line)) continue;
    if (address === undefined || address.length > MOST_CHARACTERS) unread.push(index + 1);
    else if (!found.has(address)) found.set(address, index + 1);
  }
  return { addresses: [...found.keys()], lines: [...found.values()], unread };
}

/** @param checked what the server says, an answer for each of the addresses */
export function previewOf({ lines, unread }: ReadAddresses, checked: readonly CheckedAddress[]): Preview {
  const fresh = new Set<string>();
  const known = new Set<string>();
  const refused = [...unread];
  for (const [index, { email, reason }] of checked.entries()) {
    if (email === null) refused.push(lines[index] ?? 0);
    else (reason === null ? fresh : known).add(email);
  }
  return { fresh: [...fresh], known: known.size, unread: refused.sort((one, other) => one - other) };
}
