import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '@capture/platform';
import { GatewayConfig } from '../config.js';
import { BUDGETS, type BudgetStore } from './budget-store.js';
import { MemoryBudgets } from './memory-budgets.js';
import { RedisBudgets } from './redis-budgets.js';
import { ResilientBudgets } from './resilient-budgets.js';

/** Injection token of the `RedisBudgets`; null without Redis. */
export const SHARED_BUDGETS = Symbol('shared budgets');

function openShared(config: GatewayConfig): RedisBudgets | null {
  if (config.REDIS_URL === undefined) return null;
  const logger = new Logger(RedisBudgets.name);
  return new RedisBudgets(config.REDIS_URL, config.CAPTURE_REDIS_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'Redis is not there'),
  );
}

function openBudgets(config: GatewayConfig, shared: RedisBudgets | null, metrics: Metrics): BudgetStore {
  if (!shared) return new MemoryBudgets();
  const fallbacks = metrics.counter({
    name: 'capture_budget_fallbacks_total',
    help: "Calls decided by this gateway's share of a budget, because Redis did not answer",
  });
  return new ResilientBudgets(shared, config.CAPTURE_GATEWAY_COUNT, () => fallbacks.inc());
}

@Module({
  providers: [
    { provide: SHARED_BUDGETS, useFactory: openShared, inject: [GatewayConfig] },
    { provide: BUDGETS, useFactory: openBudgets, inject: [GatewayConfig, SHARED_BUDGETS, Metrics] },
  ],
  exports: [BUDGETS, SHARED_BUDGETS],
})
export class BudgetsModule implements OnApplicationShutdown {
  constructor(@Inject(BUDGETS) private readonly budgets: BudgetStore) {}

  /** Nest calls this after the HTTP server has closed, so no call needs the store any more. */
  onApplicationShutdown(): Promise<void> {
    return this.budgets.close();
  }
}
