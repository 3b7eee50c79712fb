import { Module, type OnModuleInit } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { runService, ServiceConfig } from '../src/index.js';
import { PRINCIPAL_ENV } from './fixtures/principal-keys.js';

let begun: () => void;
const hasBegun = new Promise<void>((resolve) => (begun = resolve));

@Module({})
class NeverReady implements OnModuleInit {
  onModuleInit(): Promise<void> {
    begun();
    return new Promise(() => undefined);
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('a service that is told to stop while it starts ends at once', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  for (const [name, value] of Object.entries(PRINCIPAL_ENV)) vi.stubEnv(name, value);
  const before = process.listeners('SIGTERM');
  void runService({ name: 'tests', config: ServiceConfig, module: NeverReady });
  await hasBegun;
  const added = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  for (const listener of added) {
    listener('SIGTERM');
    process.off('SIGTERM', listener);
  }
  expect(exit.mock.calls).toEqual([[143]]);
});
