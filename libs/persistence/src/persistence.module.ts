import {
  Global,
  Module,
  type DynamicModule,
  type NestModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CallContexts, Failures, Metrics, Readiness } from '@capture/platform';
import type { PrismaPg } from '@prisma/adapter-pg';
import { DatabaseConfig } from './config.js';
import { Database } from './database/database.js';
import { AnswerRetentionJobs } from './idempotency/answer-retention.jobs.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { IdempotentRoutes } from './idempotency/idempotent-routes.js';
import { IdempotentEffect } from './idempotency/idempotent-effect.js';
import { RunningClaimsJobs } from './idempotency/running-claims.jobs.js';
import { RunningClaims } from './idempotency/running-claims.js';
import { StoredAnswerRepository } from './idempotency/stored-answer.repository.js';
import { requiredMigrations, type MigrationSets } from './migrations/migrations.js';
import { isConnectionFailure, withoutConnectionFailure } from './connections/connection-failure.js';
import { measureConnections } from './connections/measure-connections.js';
import { openDatabase } from './database/open-database.js';
import type { PrismaLike } from './database/prisma-client.js';
import { OrganizationRemoval } from './organization-removal/organization-removal.js';
import { OrganizationRemovalRepository } from './organization-removal/organization-removal.repository.js';
import { PartitionRepository } from './partitions/partition.repository.js';
import { Partitions } from './partitions/partitions.js';

export interface PersistenceOptions {
  /** The service's generated client. */
  client: new (options: { adapter: PrismaPg }) => PrismaLike;
  schema: string;
  /** The service's own migrations and those of the libraries whose tables it has. */
  migrations: MigrationSets;
}

/** PostgreSQL's error about a missing table (42P01): no migration has run yet. */
const NO_TABLE = /_prisma_migrations.*does not exist/;

/** Ready only when the schema is at least as new as the code, so that a rollout waits for its migration job. */
export async function requireSchema(
  database: Pick<Database, 'query'>,
  required: readonly string[],
): Promise<void> {
  const rows = await database
    .query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND migration_name = ANY($1)',
      required,
    )
    .catch((error: unknown) => {
      if (isConnectionFailure(error))
        throw new Error('the database cannot be reached, so its schema is not known', { cause: error });
      if (NO_TABLE.test(String(error))) return [];
      throw error;
    });
  const applied = new Set(rows.map(({ name }) => name));
  const missing = required.find((name) => !applied.has(name));
  if (missing !== undefined)
    throw new Error(`migration ${missing} is not applied; run the migrate command of this service`);
}

/** A database that can be read serves all that changes nothing. */
export async function requireChanges(database: Pick<Database, 'query'>): Promise<void> {
  const [row] = await database.query<{ taken: boolean }>(
    "SELECT current_setting('transaction_read_only') = 'off' AS taken",
  );
  if (row?.taken !== true)
    throw new Error('it takes no changes: its disk is nearly full, or it is a standby');
}

@Global()
@Module({})
export class PersistenceModule implements NestModule, OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly idempotentRoutes: IdempotentRoutes,
    contexts: CallContexts,
    failures: Failures,
  ) {
    contexts.add((call, proceed) => database.beginCall(call, proceed));
    // 503 with `Retry-After` on every route while the database is unreachable, however the repository called it.
    failures.add(withoutConnectionFailure);
  }

  static forService(options: PersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [DiscoveryModule],
      providers: [
        {
          provide: Database,
          inject: [DatabaseConfig, Readiness, Metrics],
          useFactory: (config: DatabaseConfig, readiness: Readiness, metrics: Metrics) => {
            const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = config;
            const database: Database = openDatabase({
              ...options,
              url,
              poolSize,
              watch: measureConnections(metrics),
            });
            readiness.require('database', async () => void (await database.query('SELECT 1')));
            readiness.prefer('database', () => requireChanges(database));
            // The code's migrations do not change while it runs: their directories are read once.
            const required = requiredMigrations(options.migrations);
            required.catch(() => undefined);
            readiness.require('schema', async () => requireSchema(database, await required));
            return database;
          },
        },
        StoredAnswerRepository,
        OrganizationRemovalRepository,
        OrganizationRemoval,
        PartitionRepository,
        Partitions,
        IdempotentEffect,
        AnswerRetentionJobs,
        RunningClaims,
        RunningClaimsJobs,
        IdempotencyInterceptor,
        IdempotentRoutes,
      ],
      exports: [Database, IdempotentEffect, OrganizationRemoval, Partitions],
    };
  }

  /** Called before Nest registers the routes; its other hooks come after. */
  configure(): void {
    this.idempotentRoutes.prepareAll();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
