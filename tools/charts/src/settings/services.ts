// The services that have a chart, with the class that holds their settings.
import 'reflect-metadata';
import { accounts } from '@capture/accounts';
import { captureRequests } from '@capture/capture-requests';
import { gateway } from '@capture/gateway';
import { recordings } from '@capture/recordings';
import { sessions } from '@capture/sessions';
import { webhooks } from '@capture/webhooks';

export const SERVICES = [
  'accounts',
  'capture-requests',
  'gateway',
  'recordings',
  'sessions',
  'webhooks',
] as const;
export type Service = (typeof SERVICES)[number];

const CONFIGS: Record<Service, new () => object> = {
  accounts: accounts.config,
  'capture-requests': captureRequests.config,
  gateway: gateway.config,
  recordings: recordings.config,
  sessions: sessions.config,
  webhooks: webhooks.config,
};

export function configOf(service: Service): new () => object {
  return CONFIGS[service];
}
