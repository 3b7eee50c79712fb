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

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{libs,apps,tools}/*/src/**/*.test.{ts,tsx}'],
          exclude: ['apps/e2e/**'],
          setupFiles: ['libs/testing/src/setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['{libs,apps}/*/test/**/*.test.ts'],
          setupFiles: ['libs/testing/src/setup.ts'],
          globalSetup: ['libs/testing/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As patient as `until`: the runner's own second is too short for a browser on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
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
        },
      },
    ],
  },
});
