import { loadConfig } from '@capture/platform';
import { PRINCIPAL_ENV } from '@capture/testing';
import { describe, expect, it } from 'vitest';
import { WebhooksConfig } from './config.js';

const GOOD = {
  DATABASE_URL: 'postgresql://webhooks@127.0.0.1/capture',
  ...PRINCIPAL_ENV,
  CAPTURE_WEBHOOK_SECRET_KEY: Buffer.alloc(32).toString('base64'),
};
const load = (changes: Record<string, string> = {}): WebhooksConfig =>
  loadConfig('webhooks', WebhooksConfig, { ...GOOD, ...changes });

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(load()).toMatchObject({
      CAPTURE_WEBHOOK_ALLOW_PORTS: ['443', '8443'],
      CAPTURE_WEBHOOK_ALLOW_CIDRS: [],
      CAPTURE_WEBHOOK_ALLOW_LOOPBACK: false,
      CAPTURE_WEBHOOK_ENDPOINT_CAP: 10,
      CAPTURE_WEBHOOK_TIMEOUT_MS: 15_000,
      CAPTURE_WEBHOOK_SLOTS: 512,
      CAPTURE_WEBHOOK_WINDOW: 128,
      CAPTURE_WEBHOOK_RETENTION_DAYS: 30,
    });
  });

  it.each([
    ['CAPTURE_WEBHOOK_SECRET_KEY', ''],
    ['CAPTURE_WEBHOOK_SECRET_KEY', Buffer.alloc(16).toString('base64')],
    ['CAPTURE_WEBHOOK_ALLOW_PORTS', 'https'],
    ['CAPTURE_WEBHOOK_ALLOW_CIDRS', '10.0.0.0'],
    ['CAPTURE_WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,nonsense'],
    ['CAPTURE_WEBHOOK_ALLOW_LOOPBACK', 'yes'],
    ['CAPTURE_WEBHOOK_DNS_SERVERS', 'dns.example.com'],
    ['CAPTURE_WEBHOOK_SLOTS', '0'],
    ['CAPTURE_WEBHOOK_WINDOW', '0'],
  ])('a bad %s (%j) stops the boot and is named', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(name);
  });

  it.each([
    ['CAPTURE_WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,fd00::/8'],
    ['CAPTURE_WEBHOOK_DNS_SERVERS', '127.0.0.1:5353,[::1]:53,10.0.0.2'],
    ['CAPTURE_WEBHOOK_ALLOW_LOOPBACK', 'true'],
  ])('takes %s=%s', (name, value) => {
    expect(() => load({ [name]: value })).not.toThrow();
  });
});
