import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ME } from '../api/queries.js';
import { concernedBy, readChange, type Concerned } from './changes.model.js';

const ADDRESS = '/console/api/changes';
/** Changes that come together have one answer read once. */
const GATHER_MS = 400;
/** After a refusal, which the browser does not repeat. */
const AGAIN_MS = 30_000;

/**
 * Reads kept answers anew when the server tells that they have changed. Listens while the page is looked at: browsers
 * have few connections to one server, and many pages may be open.
 * @returns whether the server tells of changes now
 */
export function useChanges(): boolean {
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const listener = new ChangeListener(client, setLive);
    const look = () => (document.visibilityState === 'visible' ? listener.open() : listener.close());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      listener.close();
    };
  }, [client]);
  return isLive;
}

class ChangeListener {
  private source: EventSource | undefined;
  private readonly gathered = new Map<string, Concerned>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** What was read before may be out of date: changes since then were not told. */
  private deafSince = 0;

  constructor(
    private readonly client: QueryClient,
    private readonly onLive: (isLive: boolean) => void,
  ) {}

  open(): void {
    if (this.source) return;
    clearTimeout(this.again);
    this.deafSince = Date.now();
    this.source = new EventSource(ADDRESS);
    this.source.onopen = () => this.opened();
    this.source.onerror = () => this.broken();
    this.source.addEventListener('change', ({ data }) => this.gather(String(data)));
  }

  close(): void {
    clearTimeout(this.again);
    this.source?.close();
    this.source = undefined;
    this.onLive(false);
  }

  private opened(): void {
    this.onLive(true);
    const before = this.deafSince;
    void this.client.invalidateQueries(
      { predicate: ({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < before },
      { cancelRefetch: false },
    );
  }

  /** The browser connects again by itself, but after a refusal. */
  private broken(): void {
    this.deafSince = Date.now();
    this.onLive(false);
    if (this.source?.readyState !== EventSource.CLOSED) return;
    this.close();
    this.again = setTimeout(() => this.open(), AGAIN_MS);
    // It may be that the sign-in has ended.
    void this.client.invalidateQueries({ queryKey: ME });
  }

  private gather(text: string): void {
    const change = readChange(text);
    if (!change) return;
    for (const concerned of concernedBy(change)) this.gathered.set(JSON.stringify(concerned), concerned);
    this.timer ??= setTimeout(() => this.readAnew(), GATHER_MS);
  }

  private readAnew(): void {
    this.timer = undefined;
    const concerned = [...this.gathered.values()];
    this.gathered.clear();
    for (const filters of concerned) void this.client.invalidateQueries(filters);
  }
}
