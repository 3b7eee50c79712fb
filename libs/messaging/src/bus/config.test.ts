import { ConfigError, loadConfig } from '@capture/platform';
import { PRINCIPAL_ENV } from '@capture/testing';
import { describe, expect, it } from 'vitest';
import { BusConfig } from './config.js';

const KEYS = PRINCIPAL_ENV;

describe('bus settings', () => {
  it('have defaults in a process without a database', () => {
    expect(loadConfig('tests', BusConfig, KEYS)).toMatchObject({
      CAPTURE_BUS_MAX_DELIVER: 10,
      CAPTURE_BUS_ACK_WAIT_MS: 10_000,
      CAPTURE_COMMAND_TIMEOUT_MS: 10_000,
    });
  });

  it('come from the environment', () => {
    const env = { ...KEYS, CAPTURE_BUS_BACKOFF_MS: '10, 200', NATS_URL: 'nats://n:4222' };
    expect(loadConfig('tests', BusConfig, env)).toMatchObject({
      CAPTURE_BUS_BACKOFF_MS: ['10', '200'],
      NATS_URL: 'nats://n:4222',
    });
  });

  it.each([
    ['CAPTURE_BUS_BACKOFF_MS', '10,soon'],
    ['CAPTURE_BUS_MAX_DELIVER', '0'],
    ['NATS_URL', 'http://n:4222'],
  ])('refuse a bad %s at the start', (name, value) => {
    expect(() => loadConfig('tests', BusConfig, { ...KEYS, [name]: value })).toThrow(ConfigError);
  });
});
