import { Controller, Get, Injectable } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
} from '@nestjs/terminus';
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

  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check(
      this.readiness.entries().map(([name, check]) => async () => {
        const indicator = this.indicators.check(name);
        try {
          await check();
          return indicator.up();
        } catch (error) {
          return indicator.down(error instanceof Error ? error.message : String(error));
        }
      }),
    );
  }
}
