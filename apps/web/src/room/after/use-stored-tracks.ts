import { useEffect, useState } from 'react';
import { call, type Answer } from '../../console/api/console-client.js';

export type StoredTrack = Answer<'/console/api/sessions/{id}/tracks', 'get'>['data'][number];

export interface StoredTracks {
  tracks: readonly StoredTrack[];
  /** By participant. */
  names: ReadonlyMap<string, string>;
}

const ASK_EVERY_MS = { onTheWay: 5_000, otherwise: 30_000 };

async function readNames(id: string): Promise<ReadonlyMap<string, string>> {
  const { participants } = await call('get', '/console/api/sessions/{id}', { at: { id } });
  return new Map(participants.map(({ participantId, displayName }) => [participantId, displayName]));
}

/** @param before the last answer; names are read again only when a track is of a participant who is not in it */
async function readTracks(id: string, before: StoredTracks | null): Promise<StoredTracks> {
  const { data } = await call('get', '/console/api/sessions/{id}/tracks', {
    at: { id },
    query: { limit: 100 },
  });
  const known = before?.names;
  const isKnown = known && data.every(({ participantId }) => known.has(participantId));
  return { tracks: data, names: isKnown ? known : await readNames(id) };
}

/**
 * The latest 100 tracks of a session, as the server has stored them; null until it has answered. Asks again for as long as
 * it is used: a device that was offline may come back with a track that the service did not know.
 */
export function useStoredTracks(sessionId: string): StoredTracks | null {
  const [stored, setStored] = useState<StoredTracks | null>(null);
  useEffect(() => {
    let latest: StoredTracks | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      // What was read last stays shown when one answer fails.
      const answer = await readTracks(sessionId, latest).catch(() => null);
      if (isGone) return;
      if (answer) setStored((latest = answer));
      const isWaiting = !answer || answer.tracks.some(({ state }) => state === 'open');
      timer = setTimeout(() => void ask(), isWaiting ? ASK_EVERY_MS.onTheWay : ASK_EVERY_MS.otherwise);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [sessionId]);
  return stored;
}
