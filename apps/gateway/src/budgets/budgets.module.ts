import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { BUDGETS, type BudgetStore } from './budget-store.js';
import { MemoryBudgets } from './memory-budgets.js';
import { RedisBudgets } from './redis-budgets.js';
import { ResilientBudgets } from './resilient-budgets.js';

function openBudgets(config: GatewayConfig): BudgetStore {
  if (config.REDIS_URL === undefined) return new MemoryBudgets();
  const logger = new Logger(RedisBudgets.name);
  const shared = new RedisBudgets(config.REDIS_URL, config.CAPTURE_REDIS_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'Redis is not there'),
  );
  return new ResilientBudgets(shared, config.CAPTURE_GATEWAY_COUNT);
}

@Module({
  providers: [{ provide: BUDGETS, useFactory: openBudgets, inject: [GatewayConfig] }],
  exports: [BUDGETS],
})
export class BudgetsModule implements OnApplicationShutdown {
  constructor(@Inject(BUDGETS) private readonly budgets: BudgetStore) {}

  /** Nest calls this after the HTTP server has closed, so no call needs the store any more. */
  onApplicationShutdown(): Promise<void> {
    return this.budgets.close();
  }
}
