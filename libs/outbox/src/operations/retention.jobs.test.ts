import { ConfigError } from '@capture/platform';
import { expect, it } from 'vitest';
import { RetentionJobs } from './retention.jobs.js';

const starting = (published: number, processed: number) => (): void => {
  const settings = { CAPTURE_OUTBOX_KEEP_DAYS: published, CAPTURE_INBOX_KEEP_DAYS: processed };
  const partitions = { ahead: () => Promise.resolve() };
  const args = [{}, partitions, {}, {}, settings, 'tests'] as unknown as ConstructorParameters<
    typeof RetentionJobs
  >;
  new RetentionJobs(...args).onApplicationBootstrap();
};

it('a service refuses to keep events for longer than it recognizes them: published again, they would take effect twice', () => {
  expect(starting(31, 30)).toThrow(ConfigError);
  expect(starting(30, 30)).not.toThrow();
});
