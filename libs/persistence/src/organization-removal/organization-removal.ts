import { Injectable, Logger } from '@nestjs/common';
import { CallBatcher } from '../database/call-batcher.js';
import { Database } from '../database/database.js';
import { OrganizationRemovalRepository } from './organization-removal.repository.js';
import type { RemovedCounts, RemovedTable } from './removed-table.js';

const BATCH = 1_000;
/** Events that one statement answers for. */
const ASKED_AT_ONCE = 1_000;
/** Rows that take others with them: a request may have thousands of answers. */
const PARENTS = 20;
/** Leaves a command time to answer before it is given up. */
const BUDGET_MS = 2_000;

export interface OrganizationDeletionRef {
  organizationId: string;
  deletionId: string;
}

export interface RemovalProgress {
  /** Whether nothing of the organization was left to remove. */
  done: boolean;
  /** Since the deletion began, in all calls. */
  counts: RemovedCounts;
}

/**
 * Removes an organization's rows in small transactions, each of which commits with its counts: whoever goes on after a kill
 * counts nothing twice (ADR 49).
 */
@Injectable()
export class OrganizationRemoval {
  private readonly logger = new Logger(OrganizationRemoval.name);
  /** Asked for every event: under load one statement answers for many. */
  private readonly deletions = new CallBatcher<string, boolean>({
    answer: (ids) => this.areDeleted(ids),
    most: ASKED_AT_ONCE,
    keyOf: (id) => id,
    onSplit: (err, { length: organizations }) =>
      this.logger.warn({ err, organizations }, 'organizations are looked up separately'),
  });

  constructor(
    private readonly database: Database,
    private readonly rows: OrganizationRemovalRepository,
  ) {}

  /** From now on events of the organization have no effect here. */
  begin({ organizationId, deletionId }: OrganizationDeletionRef): Promise<void> {
    return this.rows.begin(organizationId, deletionId);
  }

  /** Whether the organization is deleted here, or on its way. */
  isDeleted(organizationId: string): Promise<boolean> {
    return this.deletions.call(organizationId);
  }

  /**
   * Removes rows for about two seconds; the caller repeats it until it is done. Must run for the organization. Rests after each
   * transaction for as long as it took, so that other work has at least half of the database's time.
   * @param onRemoved is told the keys of removed rows that had others with them, after their transaction
   */
  async remove(
    deletion: OrganizationDeletionRef,
    tables: readonly RemovedTable[],
    onRemoved: (table: string, keys: readonly string[]) => void = () => undefined,
  ): Promise<RemovalProgress> {
    const { organizationId } = deletion;
    const end = Date.now() + BUDGET_MS;
    await this.begin(deletion);
    for (const table of tables) {
      let removed: number;
      do {
        const begun = Date.now();
        removed = await this.removeSome(organizationId, table, onRemoved);
        const now = Date.now();
        await rest(Math.min(now - begun, end - now));
      } while (removed > 0 && Date.now() < end);
      // Rows that are left would go with those of a later table by a cascade, in one statement and uncounted.
      if (removed > 0) break;
    }
    return {
      done: await this.nothingLeft(organizationId, tables),
      counts: await this.rows.counts(organizationId),
    };
  }

  /** Adds to the counts, in the transaction of what they count. */
  async count(organizationId: string, added: RemovedCounts): Promise<void> {
    await this.rows.lock(organizationId);
    const counts = await this.rows.counts(organizationId);
    for (const [name, count] of Object.entries(added))
      if (count > 0) counts[name] = (counts[name] ?? 0) + count;
    await this.rows.save(organizationId, counts);
  }

  private async areDeleted(ids: readonly string[]): Promise<boolean[]> {
    const asked = [...new Set(ids)];
    const deleted = await this.database.forEveryOrganization(
      'events of many organizations ask in one statement',
      () => this.rows.deletedAmong(asked),
    );
    return ids.map((id) => deleted.has(id));
  }

  private async removeSome(
    organizationId: string,
    table: RemovedTable,
    onRemoved: (table: string, keys: readonly string[]) => void,
  ): Promise<number> {
    return this.database.run(async () => {
      if (!table.with) {
        const removed = await this.rows.remove(organizationId, table, BATCH);
        if (removed > 0) await this.count(organizationId, { [table.table]: removed });
        return removed;
      }
      const { key, children, atOnce = PARENTS } = table.with;
      const keys = await this.rows.keys(organizationId, table, key, atOnce);
      if (keys.length === 0) return 0;
      const counts: RemovedCounts = {};
      for (const child of children) {
        if (child.detach) await this.rows.detach(child.table, child.column, keys);
        else counts[child.table] = await this.rows.removeNaming(child.table, child.column, keys);
      }
      counts[table.table] = await this.rows.removeNaming(table.table, key, keys);
      await this.count(organizationId, counts);
      this.database.onCommit(() => onRemoved(table.table, keys));
      return keys.length;
    });
  }

  private async nothingLeft(organizationId: string, tables: readonly RemovedTable[]): Promise<boolean> {
    for (const table of tables) if (await this.rows.has(organizationId, table)) return false;
    return true;
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
