import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import { PrincipalGuard } from './principal/access.js';
import { CallVerifier } from './principal/principal.js';
import { Clock } from './clock.js';
import { ServiceConfig } from './config/config.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { JobScheduler } from './jobs/job-scheduler.js';
import { loggingOptions } from './telemetry/logging.js';
import { Metrics } from './telemetry/metrics.js';
import { MetricsController } from './telemetry/metrics.controller.js';
import { AnswerLog } from './telemetry/answer-log.js';
import { CallContexts } from './call/call-context.js';
import { Failures } from './http/failures.js';
import { ProblemFilter } from './http/problem.filter.js';
import { SERVICE_NAME } from './config/service-name.js';
import { validationPipe } from './http/validation.js';

export interface PlatformOptions<C extends ServiceConfig> {
  service: string;
  config: C;
  /** Where log lines go; standard output when absent. */
  logDestination?: DestinationStream;
  /** Parts that a composing process shares between services, such as its bus. */
  shared?: Provider[];
  /** Its port is public: it serves no metrics there. */
  publicPort?: boolean;
}

/** A service's config is injected under its own class and under each class it extends, down to ServiceConfig. */
function configTokens(config: ServiceConfig): Type[] {
  const tokens: Type[] = [];
  for (
    let type = config.constructor as Type;
    type !== Function.prototype;
    type = Object.getPrototypeOf(type) as Type
  )
    tokens.push(type);
  return tokens;
}

function verifierOf(audience: string, config: ServiceConfig): CallVerifier {
  return new CallVerifier({
    audience,
    publicKeys: config.CAPTURE_PRINCIPAL_PUBLIC_KEYS,
    toleranceSec: config.CAPTURE_CLOCK_TOLERANCE_SEC,
  });
}

/** Without a metric nobody sees a part that is missing: the process stays ready. */
function measuredReadiness(metrics: Metrics): Readiness {
  const readiness = new Readiness();
  const metric = { name: 'capture_degraded', help: '1 while a process goes on without this part' };
  metrics.gaugeBy(metric, 'part', () => readiness.missingParts());
  return readiness;
}

/** What every service has: validated config, logs, health, metrics, error body, principal check, clock. */
@Global()
@Module({})
export class PlatformModule {
  static forService<C extends ServiceConfig>(options: PlatformOptions<C>): DynamicModule {
    const { service, config, logDestination, shared = [], publicPort = false } = options;
    const provided: Provider[] = [
      { provide: SERVICE_NAME, useValue: service },
      ...configTokens(config).map((provide) => ({ provide, useValue: config })),
      { provide: CallVerifier, useFactory: () => verifierOf(service, config) },
      Clock,
      { provide: AnswerLog, useFactory: () => new AnswerLog(service, config.LOG_LEVEL, logDestination) },
      CallContexts,
      Failures,
      { provide: Readiness, inject: [Metrics], useFactory: measuredReadiness },
      Metrics,
      JobScheduler,
      ...shared,
    ];
    return {
      module: PlatformModule,
      imports: [
        DiscoveryModule,
        LoggerModule.forRoot(loggingOptions(service, config.LOG_LEVEL, logDestination)),
        TerminusModule.forRoot({ logger: false }),
      ],
      controllers: publicPort ? [HealthController] : [HealthController, MetricsController],
      providers: [
        ...provided,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: PrincipalGuard },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
      exports: provided.map((provider) => ('provide' in provider ? provider.provide : provider)),
    };
  }
}
