export interface ReadAddresses {
  addresses: string[];
  /** Numbers of the lines, from 1, that have no address. */
  unread: number[];
}

const ADDRESS = /[^\s<>,;"']+@[^\s<>,;"']+/u;

/** Reads the first address of every line, as tables and mail programs give them. What comes twice is kept once. */
export function readAddresses(text: string): ReadAddresses {
  const addresses = new Set<string>();
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const address = ADDRESS.exec(line)?.[0];
    if (address === undefined) unread.push(index + 1);
    else addresses.add(address.toLowerCase());
  }
  return { addresses: [...addresses], unread };
}
