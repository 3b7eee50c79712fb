import { accounts, migrations as accountsMigrations } from '@capture/accounts';
import { captureRequests, migrations as captureRequestsMigrations } from '@capture/capture-requests';
import { recordings, migrations as recordingsMigrations } from '@capture/recordings';
import { sessions, migrations as sessionsMigrations } from '@capture/sessions';
import { webhooks, migrations as webhooksMigrations } from '@capture/webhooks';
import type { MigrationSets } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import type { DatabaseService } from '../instance/service-databases.js';

export const MIGRATIONS: Record<DatabaseService, MigrationSets> = {
  accounts: accountsMigrations,
  'capture-requests': captureRequestsMigrations,
  sessions: sessionsMigrations,
  recordings: recordingsMigrations,
  webhooks: webhooksMigrations,
};

export const SERVICES = {
  accounts,
  'capture-requests': captureRequests,
  sessions,
  recordings,
  webhooks,
} as unknown as Record<DatabaseService, ServiceDefinition>;
