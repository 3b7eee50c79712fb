import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

// Nest's injection and class-validator read decorator metadata, which only swc emits under vitest.
const plugins = [
  swc.vite({
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  }),
];
const conditions = ['@capture/source', 'node', 'default'];
const shared = {
  plugins,
  oxc: false as const,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

/**
 * Test files that get a process of their own. They replace a module for all that is loaded after them, or read the log or
 * the traces, whose destination a process keeps from the first service that starts there.
 */
const ALONE = [
  'apps/accounts/src/passkeys/web-authn.test.ts',
  'apps/gateway/src/forwarding/call-signer.test.ts',
  'apps/gateway/test/credentials/credentials.test.ts',
  'apps/gateway/test/route-groups/operator-port.test.ts',
  'apps/gateway/test/route-groups/strangers.test.ts',
  'apps/gateway/test/sockets/handshakes.test.ts',
  'apps/recordings/test/store/power-cut.test.ts',
  'libs/platform/test/dead-collector.test.ts',
  'libs/platform/test/handshake.test.ts',
  'libs/platform/test/logging.test.ts',
  'libs/platform/test/telemetry.test.ts',
];
/** Some start a program, such as promtool, which a busy machine may take more than the runner's 5 s for. */
const UNIT_TIMEOUT_MS = 60_000;
const unit = ['{libs,apps,tools}/*/src/**/*.test.{ts,tsx}'];
const integration = ['{libs,apps}/*/test/**/*.test.ts'];
const setupFiles = ['libs/testing/src/setup.ts'];
const withServers = {
  setupFiles,
  globalSetup: ['libs/testing/src/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As patient as `until`: the runner's own second is too short for a browser on a busy machine.
  expect: { poll: { timeout: 45_000 } },
  maxWorkers: 3,
  // Projects with other numbers of workers run one after the other.
  sequence: { groupOrder: 1 },
};

// The other files of a project share a process: loading Nest and Prisma again for each took a third of the time.
export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: unit,
          exclude: ['apps/e2e/**', ...ALONE],
          setupFiles,
          testTimeout: UNIT_TIMEOUT_MS,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: integration,
          exclude: ALONE,
          ...withServers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'unit-alone',
          include: ALONE.filter((file) => file.includes('/src/')),
          setupFiles,
          testTimeout: UNIT_TIMEOUT_MS,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration-alone',
          include: ALONE.filter((file) => file.includes('/test/')),
          ...withServers,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['apps/e2e/src/**/*.test.ts'],
          globalSetup: ['apps/e2e/src/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // Each worker starts an instance of its own for what files share.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          isolate: false,
        },
      },
    ],
  },
});
