/** The parts of the browser that hold a link's key. Tests pass fakes. */
export interface AddressBar {
  location: Pick<Location, 'href' | 'pathname'>;
  history: Pick<History, 'state' | 'replaceState'>;
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Removes the key (`k`, or the parameter that is named) from the address bar, so that no screenshot, bookmark or history entry contains it.
 * Keeps it in this tab's session storage, so that a reload still works.
 *
 * @returns the key, or null when neither the address nor the session storage has one.
 */
export function extractLinkKey({ location, history, storage }: AddressBar, name = 'k'): string | null {
  const url = new URL(location.href);
  const storageKey = `capture:link-key:${location.pathname}`;
  const given = url.searchParams.get(name);
  if (!given) return read(storage, storageKey);
  remember(storage, storageKey, given);
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return given;
}

/** The link with its key, to be copied into another browser. */
export function fullLink(location: Pick<Location, 'href'>, key: string, name = 'k'): string {
  const url = new URL(location.href);
  url.searchParams.set(name, key);
  return url.href;
}

// Browsers that block site data throw on access. The page then works until it is reloaded.
function read(storage: AddressBar['storage'], storageKey: string): string | null {
  try {
    return storage().getItem(storageKey);
  } catch {
    return null;
  }
}

function remember(storage: AddressBar['storage'], storageKey: string, key: string): void {
  try {
    storage().setItem(storageKey, key);
  } catch {
    return;
  }
}
