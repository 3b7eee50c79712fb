import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Readiness } from '@capture/platform';
import type { PrismaPg } from '@prisma/adapter-pg';
import { DatabaseConfig } from './config.js';
import { Database, type PrismaLike } from './database.js';
import { ConnectionFailureInterceptor } from './connection-failure.interceptor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { latestMigration } from './migrations.js';
import { openDatabase } from './open-database.js';
import { OrganizationInterceptor } from './organization.interceptor.js';

export interface PersistenceOptions {
  /** The service's generated client. */
  client: new (options: { adapter: PrismaPg }) => PrismaLike;
  schema: string;
  /** Directory of the service's migrations. */
  migrations: string;
}

/** Ready only when the schema is at least as new as the code, so that a rollout waits for its migration job. */
async function requireSchema(database: Database, directory: string): Promise<void> {
  const wanted = await latestMigration(directory);
  const rows = await database
    .query<{ found: number }>(
      'SELECT 1 AS found FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NOT NULL',
      wanted,
    )
    .catch(() => []);
  if (rows.length === 0)
    throw new Error(`migration ${wanted} is not applied; run the migrate command of this service`);
}

@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static forService(options: PersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: Database,
          inject: [DatabaseConfig, Readiness],
          useFactory: (config: DatabaseConfig, readiness: Readiness) => {
            const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = config;
            const database: Database = openDatabase({ ...options, url, poolSize });
            readiness.require('database', async () => void (await database.query('SELECT 1')));
            readiness.require('schema', () => requireSchema(database, options.migrations));
            return database;
          },
        },
        { provide: APP_INTERCEPTOR, useClass: OrganizationInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ConnectionFailureInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
