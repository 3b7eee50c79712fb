import { Controller, Get, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from '../principal/access.js';
import { Readiness, type ReadinessCheck } from './readiness.js';

/** A ready process that lacks something it can do without. */
interface DegradedResult {
  status: 'degraded';
  /** What is missing, and why. */
  degraded: Record<string, string>;
}

/** Live: the event loop runs. Ready: everything the process needs is available. */
@ApiExcludeController()
@OpenAccess()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Answers 503 with what is missing; 200 and `degraded` when the process can do without it. */
  @Get('ready')
  // Its documentation, which this controller excludes, is made by a package that it would look for at run time.
  @HealthCheck({ noCache: true, swaggerDocumentation: false })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthCheckResult | DegradedResult> {
    try {
      const result = await this.health.check(
        this.readiness.entries().map(
          ([name, check]) =>
            () =>
              this.outcome(name, check),
        ),
      );
      const degraded = await this.readiness.degradations();
      return Object.keys(degraded).length === 0 ? result : { ...result, status: 'degraded', degraded };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      void reply.status(503);
      return error.getResponse() as HealthCheckResult;
    }
  }

  private async outcome(name: string, check: ReadinessCheck): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    try {
      await check();
      return indicator.up();
    } catch (error) {
      return indicator.down(error instanceof Error ? error.message : String(error));
    }
  }
}
