import { ConfigError, loadConfig } from '@capture/platform';
import { describe, expect, it } from 'vitest';
import { BusConfig, BusDatabaseConfig } from './config.js';

const KEYS = { CAPTURE_PRINCIPAL_KEYS: 'a-key' };
const DATABASE = { DATABASE_URL: 'postgres://localhost/capture' };

describe('bus settings', () => {
  it('have defaults in both kinds of process', () => {
    const delivery = {
      CAPTURE_BUS_MAX_DELIVER: 10,
      CAPTURE_BUS_ACK_WAIT_MS: 10_000,
      CAPTURE_COMMAND_TIMEOUT_MS: 10_000,
    };
    const outbox = { CAPTURE_OUTBOX_POLL_MS: 250, CAPTURE_OUTBOX_LEASE_MS: 10_000 };
    expect(loadConfig('tests', BusConfig, KEYS)).toMatchObject(delivery);
    const service = loadConfig('tests', BusDatabaseConfig, { ...KEYS, ...DATABASE });
    expect(service).toMatchObject({ ...delivery, ...outbox, ...DATABASE });
  });

  it('come from the environment', () => {
    const env = {
      ...KEYS,
      ...DATABASE,
      CAPTURE_BUS_BACKOFF_MS: '10, 200',
      CAPTURE_OUTBOX_LEASE_MS: '5000',
      NATS_URL: 'nats://n:4222',
    };
    expect(loadConfig('tests', BusDatabaseConfig, env)).toMatchObject({
      CAPTURE_BUS_BACKOFF_MS: ['10', '200'],
      CAPTURE_OUTBOX_LEASE_MS: 5_000,
      NATS_URL: 'nats://n:4222',
    });
  });

  it.each([
    ['CAPTURE_BUS_BACKOFF_MS', '10,soon'],
    ['CAPTURE_BUS_MAX_DELIVER', '0'],
    ['NATS_URL', 'http://n:4222'],
  ])('refuse a bad %s at the start', (name, value) => {
    expect(() => loadConfig('tests', BusDatabaseConfig, { ...KEYS, ...DATABASE, [name]: value })).toThrow(
      ConfigError,
    );
  });

  it('need a database URL only where there is a database', () => {
    expect(() => loadConfig('tests', BusDatabaseConfig, KEYS)).toThrow('DATABASE_URL is required');
  });
});
