/** The parts of the browser that hold a link's key; tests pass their own. */
export interface AddressBar {
  location: Pick<Location, 'href' | 'pathname'>;
  history: Pick<History, 'state' | 'replaceState'>;
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Takes the key `k` out of the address bar, so that it lands in no screenshot, bookmark or history entry,
 * and keeps it for this tab under the page's path, so that a reload still works.
 *
 * @returns the key, or null when neither the address nor this tab has one.
 */
export function takeLinkKey({ location, history, storage }: AddressBar): string | null {
  const url = new URL(location.href);
  const slot = `capture:link-key:${location.pathname}`;
  const fresh = url.searchParams.get('k');
  if (!fresh) return read(storage, slot);
  remember(storage, slot, fresh);
  url.searchParams.delete('k');
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return fresh;
}

/** The whole link again, for a person who has to carry it to another browser. */
export function fullLink(location: Pick<Location, 'href'>, key: string): string {
  const url = new URL(location.href);
  url.searchParams.set('k', key);
  return url.href;
}

// A browser that blocks site data throws on the mere access. The page then works until it is reloaded.
function read(storage: AddressBar['storage'], slot: string): string | null {
  try {
    return storage().getItem(slot);
  } catch {
    return null;
  }
}

function remember(storage: AddressBar['storage'], slot: string, key: string): void {
  try {
    storage().setItem(slot, key);
  } catch {
    return;
  }
}
