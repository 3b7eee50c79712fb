import { Global, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { describe, expect, it, vi } from 'vitest';
import { ServiceConfig } from '../config/config.js';
import { Every } from './every.js';
import { JobScheduler } from './job-scheduler.js';

const EVERY_MS = 2;

@Injectable()
class CountingJobs {
  running = 0;
  overlaps = 0;
  runs = 0;
  flushes = 0;
  failing = false;
  aborted = false;
  private release: (() => void) | undefined;

  @Every(EVERY_MS)
  async count(): Promise<void> {
    this.running += 1;
    if (this.running > 1) this.overlaps += 1;
    await new Promise((resolve) => setTimeout(resolve, 3 * EVERY_MS));
    this.running -= 1;
    this.runs += 1;
    if (this.failing) throw new Error('as the test wants it');
  }

  @Every((config: ServiceConfig) => config.CAPTURE_HTTP_PORT, { onShutdown: true })
  async flush(): Promise<void> {
    this.flushes += 1;
  }

  @Every(EVERY_MS)
  async hold(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.release = resolve;
      signal.addEventListener('abort', () => {
        this.aborted = true;
        resolve();
      });
    });
  }
}

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [JobScheduler, CountingJobs, { provide: ServiceConfig, useFactory: config }],
})
class JobsModule {}

function config(): ServiceConfig {
  return Object.assign(new ServiceConfig(), { CAPTURE_HTTP_PORT: 3_600_000 });
}

const start = async () => {
  const app = await NestFactory.createApplicationContext(JobsModule, { logger: false });
  return { app, jobs: app.get(CountingJobs), scheduler: app.get(JobScheduler) };
};

describe('the job scheduler', () => {
  it('repeats a marked method without overlap, also after failures, until the process stops', async () => {
    const { app, jobs } = await start();
    jobs.failing = true;
    await vi.waitFor(() => expect(jobs.runs).toBeGreaterThan(2));
    await app.close();
    const { runs } = jobs;
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(jobs).toMatchObject({ runs, running: 0, overlaps: 0 });
  });

  it('tells a run that is under way that the process stops, and waits for it', async () => {
    const { app, jobs } = await start();
    await vi.waitFor(() => expect(jobs['release']).toBeDefined());
    await app.close();
    expect(jobs.aborted).toBe(true);
  });

  it('takes the interval from the settings and runs what asks for it once more at the end', async () => {
    const { app, jobs, scheduler } = await start();
    expect(jobs.flushes).toBe(0);
    await scheduler.runNow(CountingJobs, 'flush');
    expect(jobs.flushes).toBe(1);
    await app.close();
    expect(jobs.flushes).toBe(2);
  });

  it('joins a run that is under way when it is asked to run now', async () => {
    const { app, jobs, scheduler } = await start();
    await Promise.all([scheduler.runNow(CountingJobs, 'count'), scheduler.runNow(CountingJobs, 'count')]);
    expect(jobs.overlaps).toBe(0);
    await app.close();
  });

  it('names a method that is no job', async () => {
    const { app, scheduler } = await start();
    expect(() => scheduler.runNow(CountingJobs, 'toString' as 'count')).toThrow('CountingJobs.toString');
    await app.close();
  });
});
