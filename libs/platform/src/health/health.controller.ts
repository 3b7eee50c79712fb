import { Controller, Get, Injectable, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from './access.js';

export type ReadinessCheck = () => Promise<void>;

/** Libraries add what a process needs before it may take traffic: database, schema version, bus. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private draining = false;

  /** `check` rejects, with a message an operator can act on, while the thing is not ready. */
  require(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From here on the probe fails, so that a load balancer stops sending before the server stops listening. */
  drain(): void {
    this.draining = true;
  }

  entries(): [string, ReadinessCheck][] {
    const draining: [string, ReadinessCheck] = [
      'draining',
      () => Promise.reject(new Error('the process is stopping')),
    ];
    return this.draining ? [draining] : [...this.checks.entries()];
  }
}

/** Live: the process turns. Ready: everything it needs answers. */
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

  /** 503 names what is missing: the operator at 3 a.m. has only this page. */
  @Get('ready')
  @HealthCheck()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthCheckResult> {
    try {
      return await this.health.check(
        this.readiness.entries().map(
          ([name, check]) =>
            () =>
              this.outcome(name, check),
        ),
      );
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
