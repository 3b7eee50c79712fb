// Pieces whose removal changes nothing that a caller can see, each with the reason.

/** @type {{ file: string, what: string, why: string }[]} `what` is how the piece begins. */
export const EQUIVALENT = [
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
