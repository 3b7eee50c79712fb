/** Before it is believed: browsers call some failures of their storage transient. */
const TRIES = 3;
const PAUSE_MS = 300;

/** Whether this window keeps what is recorded in it. A private one of Safari stores nothing, and says so only when asked to. */
export async function keepsFiles(): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    const failure = await store().then(() => null, nameOf);
    // A full disk is another matter: what is on it can still be sent.
    if (failure === null || failure === 'QuotaExceededError') return true;
    if (tried === TRIES) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function store(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.getDirectoryHandle('capture-keeps-files', { create: true });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}
