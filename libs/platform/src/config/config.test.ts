import { IntField, SecretField, StringField } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, ServiceConfig } from './config.js';

class ExampleConfig extends ServiceConfig {
  @StringField() EXAMPLE_URL: string;
  @IntField({ optional: true, text: true, min: 1, max: 10 }) EXAMPLE_COUNT: number = 3;
}

const [NEW, OLD] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

describe('loadConfig', () => {
  it('names every bad variable at once and none of their values', () => {
    const env = {
      CAPTURE_HTTP_PORT: 'http',
      EXAMPLE_COUNT: '11',
      CAPTURE_PRINCIPAL_PUBLIC_KEYS: '',
      LOG_LEVEL: 'loud-secret',
    };
    const attempt = (): unknown => loadConfig('example', ExampleConfig, env);
    expect(attempt).toThrow(ConfigError);
    try {
      attempt();
    } catch (error) {
      const { message } = error as ConfigError;
      for (const name of [
        'CAPTURE_HTTP_PORT',
        'EXAMPLE_COUNT',
        'CAPTURE_PRINCIPAL_PUBLIC_KEYS',
        'LOG_LEVEL',
        'EXAMPLE_URL',
      ]) {
        expect(message).toContain(name);
      }
      expect(message).not.toContain('loud-secret');
    }
  });

  it('takes an empty variable as absent: its default applies, or it is missing', () => {
    const config = loadConfig('example', ExampleConfig, {
      EXAMPLE_URL: 'x',
      EXAMPLE_COUNT: '',
      CAPTURE_SHUTDOWN_GRACE_SEC: '',
      CAPTURE_PRINCIPAL_PUBLIC_KEYS: NEW,
    });
    expect([config.EXAMPLE_COUNT, config.CAPTURE_SHUTDOWN_GRACE_SEC]).toEqual([3, 20]);
    expect(() => loadConfig('example', ExampleConfig, { EXAMPLE_URL: '' })).toThrow(
      'EXAMPLE_URL is required',
    );
  });

  it('coerces text, splits lists and fills defaults', () => {
    const config = loadConfig('example', ExampleConfig, {
      EXAMPLE_URL: 'x',
      EXAMPLE_COUNT: '7',
      CAPTURE_PRINCIPAL_PUBLIC_KEYS: `${NEW}, ${OLD}`,
      UNRELATED: 'ignored',
    });
    expect(config).toMatchObject({
      EXAMPLE_COUNT: 7,
      CAPTURE_PRINCIPAL_PUBLIC_KEYS: [NEW, OLD],
      CAPTURE_HTTP_PORT: 0,
    });
    expect(config).not.toHaveProperty('UNRELATED');
  });

  it('refuses a public key or a secret of fewer than 32 bytes, and names the setting', () => {
    class SealedConfig extends ServiceConfig {
      @SecretField() EXAMPLE_SECRET: string;
    }
    const attempt = (publicKey: string, secret: string): unknown =>
      loadConfig('example', SealedConfig, {
        CAPTURE_PRINCIPAL_PUBLIC_KEYS: publicKey,
        EXAMPLE_SECRET: secret,
      });
    const short = Buffer.alloc(31, 1).toString('base64');
    expect(() => attempt(short, 'x'.repeat(32))).toThrow('CAPTURE_PRINCIPAL_PUBLIC_KEYS must list');
    expect(() => attempt(NEW, 'x'.repeat(31))).toThrow(
      'EXAMPLE_SECRET must be a secret of at least 32 bytes',
    );
    expect(attempt(NEW, 'x'.repeat(32))).toMatchObject({ EXAMPLE_SECRET: 'x'.repeat(32) });
  });
});
