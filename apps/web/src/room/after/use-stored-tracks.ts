import { useEffect, useState } from 'react';

/** As `GET /console/api/sessions/{id}/tracks` tells it. */
export interface StoredTrack {
  id: string;
  participantId: string;
  takeNumber: number;
  kind: string;
  state: 'open' | 'completed' | 'aborted';
  /** Bytes. */
  storedBytes: number;
  sizeBytes: number;
}

export interface StoredTracks {
  tracks: readonly StoredTrack[];
  /** By participant. */
  names: ReadonlyMap<string, string>;
}

interface Participants {
  participants: { participantId: string; displayName: string }[];
}

const ASK_EVERY_MS = { onTheWay: 5_000, otherwise: 30_000 };

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`/console/api/sessions/${path}`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as T;
}

async function readAll(sessionId: string): Promise<StoredTracks> {
  const [{ participants }, { data }] = await Promise.all([
    read<Participants>(sessionId),
    read<{ data: StoredTrack[] }>(`${sessionId}/tracks?limit=100`),
  ]);
  const names = participants.map(({ participantId, displayName }) => [participantId, displayName] as const);
  return { tracks: data, names: new Map(names) };
}

/**
 * The latest 100 tracks of a session, as the server has stored them; null until it has answered. Asks again for as long as
 * it is used: a device that was offline may come back with a track that the service did not know.
 */
export function useStoredTracks(sessionId: string): StoredTracks | null {
  const [stored, setStored] = useState<StoredTracks | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const answer = await readAll(sessionId).catch(() => null);
      if (isGone) return;
      if (answer) setStored(answer);
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
