/** What this browser remembers of a room between visits: who the person was, and whether they had left. */
export interface Membership {
  displayName: string;
  participantToken?: string;
  /** The page went away without the person leaving: a reload, or a crash. */
  isInside?: boolean;
}

const key = (path: string) => `capture:room:${path}`;

// Browsers that block site data throw on access. The person then is a new one after a reload.
export function remember(path: string, membership: Membership): void {
  try {
    localStorage.setItem(key(path), JSON.stringify(membership));
  } catch {
    return;
  }
}

export function recall(path: string): Membership {
  try {
    return JSON.parse(localStorage.getItem(key(path)) ?? '') as Membership;
  } catch {
    return { displayName: '' };
  }
}
