import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { ME } from '../api/queries.js';
import { isAskedSince } from '../api/readings.js';
import { concernedBy, readChange, readRecent, type Concerned } from './changes.model.js';

/** What changed in the last seconds is told first. */
const ADDRESS = '/console/api/changes?recent=true';
/** A gateway of the release before does not say for how long it tells of everything. */
const UNTOLD_MS = 1_000;
/** Changes that come together have one answer read once. */
const GATHER_MS = 400;
/** After a refusal, which the browser does not repeat. */
const AGAIN_MS = 30_000;

/** Has kept answers read anew when the server tells that they have changed. */
export class ChangeListener {
  private source: EventSource | undefined;
  private readonly gathered = new Map<string, Concerned>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private untold: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly onLive: (isLive: boolean) => void,
  ) {}

  open(): void {
    if (this.source) return;
    clearTimeout(this.again);
    this.source = new EventSource(ADDRESS);
    this.source.onopen = () => this.opened();
    this.source.onerror = () => this.broken();
    this.source.addEventListener('recent', ({ data }) => this.readOlder(readRecent(String(data))));
    this.source.addEventListener('change', ({ data }) => this.gather(String(data)));
  }

  close(): void {
    clearTimeout(this.again);
    clearTimeout(this.untold);
    this.source?.close();
    this.source = undefined;
    this.onLive(false);
  }

  private opened(): void {
    this.onLive(true);
    clearTimeout(this.untold);
    this.untold = setTimeout(() => this.readOlder(0), UNTOLD_MS);
  }

  /** What changed earlier than so many milliseconds ago is not told: what was asked for before that is read once more. */
  private readOlder(toldMs: number): void {
    clearTimeout(this.untold);
    const since = performance.now() - toldMs;
    this.read({ predicate: (query) => !isAskedSince(query, since) });
  }

  /** The browser connects again by itself, but after a refusal. */
  private broken(): void {
    this.onLive(false);
    clearTimeout(this.untold);
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
    for (const filters of concerned) this.read(filters);
  }

  /** What is being read for the first time is read again afterwards: its answer may be from before the change. */
  private read(filters: QueryFilters): void {
    const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
    for (const query of this.client.getQueryCache().findAll(filters).filter(isFirst)) {
      const again = () => this.client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      void query.promise?.then(again, () => undefined);
    }
    void this.client.invalidateQueries(filters);
  }
}
