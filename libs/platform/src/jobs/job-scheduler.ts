import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Type,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ServiceConfig } from '../config/config.js';
import { jobMetadata, type JobMetadata, type JobMethod } from './every.js';
import { PeriodicJob } from './periodic-job.js';

interface Registered {
  job: PeriodicJob;
  onShutdown: boolean;
}

type JobOf<T> = { [K in keyof T]: T[K] extends JobMethod ? K : never }[keyof T] & string;

/** Runs the methods of providers that are marked with `@Every`. */
@Injectable()
export class JobScheduler implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly jobs = new Map<Type, Map<string, Registered>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly config: ServiceConfig,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (!instance || typeof metatype !== 'function' || !metatype.prototype) continue;
      this.register(instance as Record<string, JobMethod>, metatype as Type);
    }
    for (const { job } of this.registered()) job.start();
  }

  /** Runs a job now, or joins its run that is under way; resolves when that has ended, whether or not it failed. */
  runNow<T>(type: Type<T>, method: JobOf<T>): Promise<void> {
    const registered = this.jobs.get(type)?.get(method);
    if (!registered) throw new Error(`${type.name}.${method} is no job of this process`);
    return this.stopping.signal.aborted ? Promise.resolve() : registered.job.runNow();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.registered().map(({ job }) => job.stop()));
    const last = this.registered().filter(({ onShutdown }) => onShutdown);
    await Promise.all(last.map(({ job }) => job.runNow()));
  }

  private registered(): Registered[] {
    return [...this.jobs.values()].flatMap((methods) => [...methods.values()]);
  }

  private register(instance: Record<string, JobMethod>, type: Type): void {
    for (const name of this.scanner.getAllMethodNames(type.prototype as object)) {
      const metadata = jobMetadata((type.prototype as Record<string, unknown>)[name]);
      if (!metadata) continue;
      const job = new PeriodicJob(`${type.name}.${name}`, this.intervalOf(metadata), async () =>
        instance[name]?.(this.stopping.signal),
      );
      const methods = this.jobs.get(type) ?? new Map<string, Registered>();
      this.jobs.set(type, methods.set(name, { job, onShutdown: metadata.onShutdown ?? false }));
    }
  }

  private intervalOf({ interval }: JobMetadata): number {
    return typeof interval === 'number'
      ? interval
      : (interval as (config: ServiceConfig) => number)(this.config);
  }
}
