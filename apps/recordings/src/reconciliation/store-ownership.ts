import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Readiness } from '@capture/platform';
import { uploadOf } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { MediaStoreRepository, type MediaStoreRow } from './media-store.repository.js';

const BATCH = 500;
const HOW = 'If it is to belong to this database, adopt it: POST /operator/v1/uploads/adopt-store.';
const ANOTHERS = `The store belongs to another database: nothing is removed from it. Each installation needs a store of its own. ${HOW}`;
const SET_BACK = `The database was set back: the store was compared with a later state of it, and nothing is removed. ${HOW} What only the later state knew is removed then.`;
const UNKNOWN = `The store holds media of which this database knows none: nothing is removed. ${HOW} All of that media is removed then.`;
const LOST = `The store is empty and has lost its marker: nothing is compared with it. Look for a volume that is not mounted, or another bucket. ${HOW}`;

/** What the store says of the database that it belongs to. */
interface Marker {
  store: string;
  run: number;
}

/**
 * Whether the store belongs to this database, as it is now (ADR 85). A database that is empty, older or another's takes all
 * that it does not know for unreferenced: it may not remove anything.
 */
@Injectable()
export class StoreOwnership {
  private readonly logger = new Logger(StoreOwnership.name);
  private refusal: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly rows: MediaStoreRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    readiness: Readiness,
  ) {
    readiness.prefer('store-owner', () => this.check());
  }

  /** Before anything is removed. Returns why nothing may be; else the marker and the database have a new number. */
  async claim(signal?: AbortSignal): Promise<string | undefined> {
    this.refusal = await this.judge(signal);
    if (this.refusal === undefined) {
      await this.mark(0);
      // Another database may have found the same store without a marker at the same time.
      this.refusal = await this.judge(signal);
    }
    if (this.refusal !== undefined) this.logger.error(this.refusal);
    return this.refusal;
  }

  /** Makes the store this database's, whatever its marker says. */
  async adopt(): Promise<void> {
    const marker = await this.readMarker();
    await this.mark(marker?.run ?? 0);
    this.refusal = undefined;
    this.logger.warn('an operator made the store that of this database');
  }

  private async judge(signal?: AbortSignal): Promise<string | undefined> {
    // Read before the row: a process raises the row's number before it writes the marker.
    const marker = await this.readMarker();
    const row = await this.rows.find();
    if (marker) return compared(marker, row);
    const { holdsMedia, isKnown } = await this.lookAtStore(signal);
    if (isKnown) return undefined;
    if (holdsMedia) return UNKNOWN;
    return row?.markedAt ? LOST : undefined;
  }

  /** The number is raised before: the marker never has one that the database does not. */
  private async mark(least: number): Promise<void> {
    const { storeId, run } = await this.rows.raise(randomUUID(), least);
    await this.store.writeMarker(JSON.stringify({ store: storeId, run } satisfies Marker));
    await this.rows.noteMarked(this.clock.now());
  }

  private async readMarker(): Promise<Marker | undefined> {
    const text = await this.store.readMarker();
    return text === undefined ? undefined : parsed(text);
  }

  /** Whether the store holds media, and any of an upload that the database knows. */
  private async lookAtStore(signal?: AbortSignal): Promise<{ holdsMedia: boolean; isKnown: boolean }> {
    let holdsMedia = false;
    let uploads = new Set<string>();
    for await (const { key } of this.store.list()) {
      signal?.throwIfAborted();
      const upload = uploadOf(key);
      if (upload === undefined) continue;
      holdsMedia = true;
      uploads.add(upload);
      if (uploads.size < BATCH) continue;
      if (await this.rows.knowsAny([...uploads])) return { holdsMedia, isKnown: true };
      uploads = new Set();
    }
    return { holdsMedia, isKnown: await this.rows.knowsAny([...uploads]) };
  }

  /** Rejects with the last refusal, unless the store was adopted since. */
  private async check(): Promise<void> {
    if (this.refusal === undefined) return;
    const marker = await this.readMarker();
    const row = await this.database.forEveryOrganization('the store holds what all have', () =>
      this.rows.find(),
    );
    if (!marker || compared(marker, row) !== undefined) throw new Error(this.refusal);
    this.refusal = undefined;
  }
}

function compared(marker: Marker, row: MediaStoreRow | undefined): string | undefined {
  if (marker.store !== row?.storeId) return ANOTHERS;
  return marker.run > row.run ? SET_BACK : undefined;
}

/** A text that cannot be read as a marker counts as another database's. */
function parsed(text: string): Marker {
  try {
    const { store, run } = JSON.parse(text) as Partial<Marker>;
    return { store: String(store), run: Number.isSafeInteger(run) ? Number(run) : 0 };
  } catch {
    return { store: '', run: 0 };
  }
}
