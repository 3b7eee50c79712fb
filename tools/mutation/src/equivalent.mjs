// Pieces whose removal changes nothing that a caller can see, each with the reason.

/** @type {{ file: string, what: string, why: string }[]} `what` is how the piece begins. */
export const EQUIVALENT = [
  ...['if (running) return running;', 'this.known.set('].map((what) => ({
    file: 'store/filesystem-store.ts',
    what,
    why: 'spares making and syncing a folder that is known; making it again does no harm',
  })),
  {
    file: 'store/filesystem-store.ts',
    what: 'this.known.clear();',
    why: 'gives memory back; what is known of a folder that is gone is put right when a rename fails',
  },
  {
    file: 'store/filesystem-store.ts',
    what: 'this.known.delete(folder);',
    why: 'a rename into a folder that is gone forgets and makes it again',
  },
  {
    file: 'store/filesystem-store.ts',
    what: "if (codeOf(error) !== 'ENOENT') throw error; this.known.delete",
    why: 'a rename that failed for another reason is tried once more and fails alike',
  },
  {
    file: 'parts/direct-parts.ts',
    what: 'if (!this.store.takesDirectly)',
    why: 'spares a listing of the store; bytes under a key are verified before they are placed there, so they count rightly',
  },
  {
    file: 'parts/part.service.ts',
    what: 'await this.reading(request, async (body) => { for await',
    why: 'the part is stored already; reading on only lets the sender see the answer',
  },
];
