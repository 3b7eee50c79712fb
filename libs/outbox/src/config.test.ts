import { ConfigError, loadConfig } from '@capture/platform';
import { PRINCIPAL_ENV } from '@capture/testing';
import { describe, expect, it } from 'vitest';
import { OutboxConfig } from './config.js';

const REQUIRED = { ...PRINCIPAL_ENV, DATABASE_URL: 'postgres://localhost/capture' };

describe('settings of a service with a database', () => {
  it('have defaults for bus, outbox and inbox', () => {
    expect(loadConfig('tests', OutboxConfig, REQUIRED)).toMatchObject({
      ...REQUIRED,
      CAPTURE_PRINCIPAL_PUBLIC_KEYS: [PRINCIPAL_ENV.CAPTURE_PRINCIPAL_PUBLIC_KEYS],
      CAPTURE_BUS_MAX_DELIVER: 10,
      CAPTURE_BUS_ACK_WAIT_MS: 10_000,
      CAPTURE_COMMAND_TIMEOUT_MS: 10_000,
      CAPTURE_OUTBOX_POLL_MS: 250,
      CAPTURE_OUTBOX_LEASE_MS: 10_000,
    });
  });

  it('come from the environment', () => {
    const env = { ...REQUIRED, CAPTURE_BUS_BACKOFF_MS: '10, 200', CAPTURE_OUTBOX_LEASE_MS: '5000' };
    expect(loadConfig('tests', OutboxConfig, env)).toMatchObject({
      CAPTURE_BUS_BACKOFF_MS: ['10', '200'],
      CAPTURE_OUTBOX_LEASE_MS: 5_000,
    });
  });

  it.each([
    ['CAPTURE_BUS_BACKOFF_MS', '10,soon'],
    ['CAPTURE_OUTBOX_POLL_MS', '0'],
    ['NATS_URL', 'http://n:4222'],
  ])('refuse a bad %s at the start', (name, value) => {
    expect(() => loadConfig('tests', OutboxConfig, { ...REQUIRED, [name]: value })).toThrow(ConfigError);
  });

  it('need a database URL only where there is a database', () => {
    const { DATABASE_URL: _url, ...keys } = REQUIRED;
    expect(() => loadConfig('tests', OutboxConfig, keys)).toThrow('DATABASE_URL is required');
  });
});
