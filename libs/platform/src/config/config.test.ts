import { IntField, StringField } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, ServiceConfig } from './config.js';

class ExampleConfig extends ServiceConfig {
  @StringField() EXAMPLE_URL: string;
  @IntField({ optional: true, text: true, min: 1, max: 10 }) EXAMPLE_COUNT: number = 3;
}

describe('loadConfig', () => {
  it('names every bad variable at once and none of their values', () => {
    const env = {
      CAPTURE_HTTP_PORT: 'http',
      EXAMPLE_COUNT: '11',
      CAPTURE_PRINCIPAL_KEYS: '',
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
        'CAPTURE_PRINCIPAL_KEYS',
        'LOG_LEVEL',
        'EXAMPLE_URL',
      ]) {
        expect(message).toContain(name);
      }
      expect(message).not.toContain('loud-secret');
    }
  });

  it('coerces text, splits lists and fills defaults', () => {
    const config = loadConfig('example', ExampleConfig, {
      EXAMPLE_URL: 'x',
      EXAMPLE_COUNT: '7',
      CAPTURE_PRINCIPAL_KEYS: 'new, old',
      UNRELATED: 'ignored',
    });
    expect(config).toMatchObject({
      EXAMPLE_COUNT: 7,
      CAPTURE_PRINCIPAL_KEYS: ['new', 'old'],
      CAPTURE_HTTP_PORT: 0,
    });
    expect(config).not.toHaveProperty('UNRELATED');
  });
});
