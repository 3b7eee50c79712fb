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
    file: 'parts/direct-parts.ts',
    what: 'if (!this.store.takesDirectly)',
    why: 'spares a listing of the store; bytes under a key are verified before they are placed there, so they count rightly',
  },
  {
    file: 'deletion/deletion.service.ts',
    what: "if (!held && reason === 'retention') return uploadIds;",
    why: 'spares marking as expired what is expired; nothing is told of it again',
  },
  {
    file: 'deletion/deletion.repository.ts',
    what: 'AND r.deleted_at IS NULL',
    why: 'what is deleted is expired as well, which the same statement asks for',
  },
  {
    file: 'parts/direct-parts.ts',
    what: 'if (awaited.length === 0) return;',
    why: 'spares a listing of the store for no part',
  },
  {
    file: 'deletion/upload-purge.ts',
    what: 'await this.maker.cancel(id);',
    why: 'ends at once what would end by itself: a copy whose row is gone is given up and removes its own parts',
  },
  {
    file: 'promotion/session-recording.service.ts',
    what: 'if (upload.sessionId === null) return undefined;',
    why: 'spares looking for the track of a take that belongs to no session: it has none before it lands',
  },
  {
    file: 'promotion/session-recording.service.ts',
    what: '&& track',
    why: 'an upload strands once, in the transaction in which its track does',
  },
  {
    file: 'promotion/session-recording.service.ts',
    what: "&& recording.status !== 'complete'",
    why: 'nothing is derived anew of a recording that is complete: each of its tracks has landed, and another one makes it partial',
  },
  {
    file: 'promotion/session-recording.service.ts',
    what: 'if (!recording) throw new Error(`session',
    why: 'says why; the next line fails as well',
  },
  {
    file: 'parts/part.service.ts',
    what: 'body.cut(error as Error);',
    why: 'lets the sender see the answer; nothing more of the body is kept',
  },
  {
    file: 'parts/part.service.ts',
    what: 'if (length !== undefined && Number(length) < size)',
    why: 'refuses before the body is read what is refused after it',
  },
  {
    file: 'uploads/upload.service.ts',
    what: 'this.transfers.fence(ref.uploadId, revoked);',
    why: 'ends at once what would be read in vain: a part of a former generation does not count',
  },
  {
    file: 'takes/part.repository.ts',
    what: 'AND p.sha256 IS DISTINCT FROM p.awaited_sha256',
    why: 'spares counting once more what counts, with the same bytes',
  },
  {
    file: 'takes/part.repository.ts',
    what: 'AND p.stored_at IS NOT NULL',
    why: 'what is not stored has no hash, and nothing is found under the name that it lacks',
  },
  {
    file: 'takes/part.repository.ts',
    what: 'AND p.awaited_sha256 IS NOT NULL',
    why: 'spares looking in the store for a part without a hash, which is never there and never counts',
  },
  {
    file: 'parts/part.service.ts',
    what: '&& error.status >= 500',
    why: 'says what is logged; the answer is the same',
  },
  {
    file: 'parts/part.service.ts',
    what: 'if (counted) return;',
    why: 'spares reading the part, which says the same',
  },
  {
    file: 'parts/part.service.ts',
    what: 'await this.reading(request, async (body) => { for await',
    why: 'the part is stored already; reading on only lets the sender see the answer',
  },
  {
    file: 'mp4/fragments.ts',
    what: '&& track',
    why: 'a time before its track is no valid fragment: joining fails, and the segment is left as it is',
  },
];
