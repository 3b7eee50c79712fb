import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '@capture/platform';
import { BRIEF, waitedTooLong } from '../connections/transaction-settings.js';
import { inBatches } from '../database/batches.js';
import { Database } from '../database/database.js';
import {
  nextPartition,
  overPartitions,
  partitionName,
  partitionWidthMs,
  widePartitions,
  type Partition,
} from './partition-plan.model.js';
import { PartitionRepository } from './partition.repository.js';
import type { PartitionedTable } from './partitioned-table.js';

/** Whoever wants the table meanwhile waits no longer than this behind who waits for a lock of all of it. */
const LOCK_WAIT_MS = 50;
const TRIES = 20;
const PAUSE_MS = 250;
/** PostgreSQL's `undefined_table`. */
const MISSING = '42P01';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps the partitions of tables whose rows come and go by age (ADR 69). Any number of processes may do so at once; times are the
 * database's.
 */
@Injectable()
export class Partitions {
  private readonly logger = new Logger(Partitions.name);
  private readonly dropped: ReturnType<Metrics['counter']>;
  private readonly bytes: ReturnType<Metrics['counter']>;

  constructor(
    private readonly database: Database,
    private readonly rows: PartitionRepository,
    metrics: Metrics,
  ) {
    this.dropped = metrics.counter(
      { name: 'capture_partitions_dropped_total', help: 'Partitions dropped after their rows had aged' },
      ['table'],
    );
    this.bytes = metrics.counter(
      { name: 'capture_partitions_dropped_bytes_total', help: 'Size of these, with indexes' },
      ['table'],
    );
  }

  /** Makes the partitions of the coming days. Rows for which there is none go into the default one: no insert fails. */
  ahead(table: PartitionedTable, keepDays: number): Promise<void> {
    return this.database.forEveryOrganization('partitions have rows of all', async () => {
      while (await this.briefly(() => this.makeNext(table, keepDays)));
    });
  }

  /**
   * Makes the next partitions, drops those of which no row is needed, and deletes aged rows where dropping would take too long:
   * in the default partition, in one that a row which is still needed holds, and in one that is wider than the retention asks for.
   */
  async keep(table: PartitionedTable, keepDays: number, signal: AbortSignal): Promise<void> {
    await this.ahead(table, keepDays);
    await this.database.forEveryOrganization('retention is the same for all', async () => {
      const now = await this.rows.now();
      const before = new Date(now.getTime() - keepDays * DAY_MS);
      const { partitions, rest } = await this.rows.list(table);
      const over = overPartitions(partitions, before);
      for (const partition of over) {
        if (signal.aborted) return;
        await this.briefly(() => this.dropUnneeded(table, partition, before));
      }
      const wide = widePartitions(partitions, partitionWidthMs(keepDays)).map(({ name }) => name);
      // Rows are written a little later than their ids are made: most partitions can be dropped soon after their end.
      const held = overPartitions(over, new Date(before.getTime() - DAY_MS)).map(({ name }) => name);
      const left = new Set((await this.rows.list(table)).partitions.map(({ name }) => name));
      for (const name of new Set([...wide, ...held].filter((name) => left.has(name))))
        await inBatches(signal, (limit) => this.deleteAged(table, name, before, limit));
      if (rest !== undefined)
        await inBatches(signal, (limit) => this.rows.deleteAged(table, rest, before, limit));
    });
  }

  private async deleteAged(
    table: PartitionedTable,
    name: string,
    before: Date,
    limit: number,
  ): Promise<number> {
    try {
      return await this.rows.deleteAged(table, name, before, limit);
    } catch (error) {
      // Another process has dropped it meanwhile.
      if ((error as { code?: unknown }).code === MISSING) return 0;
      throw error;
    }
  }

  /** Returns whether it made one. */
  private async makeNext(table: PartitionedTable, keepDays: number): Promise<boolean> {
    if (!(await this.rows.lock(table))) return false;
    const { partitions, rest } = await this.rows.list(table);
    if (rest === undefined) return false;
    const next = nextPartition(partitions, await this.rows.now(), partitionWidthMs(keepDays));
    if (!next) return false;
    await this.rows.make(table, partitionName(table.table, next.from), next.from, next.to, rest);
    return true;
  }

  /** Returns whether it dropped the partition. */
  private async dropUnneeded(table: PartitionedTable, { name }: Partition, before: Date): Promise<boolean> {
    if (!(await this.rows.lock(table))) return false;
    const there = (await this.rows.list(table)).partitions.some((partition) => partition.name === name);
    if (!there || (await this.rows.isNeeded(table, name, before))) return false;
    const size = await this.rows.size(name);
    await this.rows.close(table);
    // Asked again: until now a row could be added, or made pending again.
    if (await this.rows.isNeeded(table, name, before)) return false;
    await this.rows.drop(name);
    this.database.onCommit(() => {
      this.dropped.inc({ table: table.table });
      this.bytes.inc({ table: table.table }, size.bytes);
      this.logger.log({ partition: name, ...size }, 'dropped a partition whose rows had aged');
    });
    return true;
  }

  /** Runs `work` in a transaction, again when it waits too long for a lock. False when it never got it: the next run tries again. */
  private async briefly(work: () => Promise<boolean>): Promise<boolean> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      try {
        return await this.database.runDirectly(work, { lockWaitMs: LOCK_WAIT_MS, ...BRIEF });
      } catch (error) {
        if (!waitedTooLong(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    this.logger.warn('a table was too busy to change its partitions; the next run tries again');
    return false;
  }
}
