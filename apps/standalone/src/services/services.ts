import { accounts } from '@capture/accounts';
import { captureRequests } from '@capture/capture-requests';
import { recordings } from '@capture/recordings';
import { sessions } from '@capture/sessions';
import { webhooks } from '@capture/webhooks';
import type { ServiceDefinition } from '@capture/platform';
import type { DatabaseService } from '../instance/service-databases.js';

export const SERVICES = {
  accounts,
  'capture-requests': captureRequests,
  sessions,
  recordings,
  webhooks,
} as unknown as Record<DatabaseService, ServiceDefinition>;
