// Pieces whose removal changes nothing that a caller can see, each with the reason.

/** @type {{ file: string, what: string, why: string }[]} `what` is how the piece begins. */
export const EQUIVALENT = [];
