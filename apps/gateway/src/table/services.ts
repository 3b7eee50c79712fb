/** The services behind the gateway. */
export const SERVICES = ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'] as const;
export type ServiceName = (typeof SERVICES)[number];
