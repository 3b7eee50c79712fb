import type { GatewayConfig } from '../config.js';
import type { KeyBudget } from '../table/routes.js';
import type { BudgetPolicy } from './budget-store.js';

const WINDOW_SEC = 60;

export type BudgetName = KeyBudget | 'capability' | 'console';

/** The configured limits, all over one minute. */
export function policiesOf(config: GatewayConfig): Record<BudgetName, BudgetPolicy> {
  const policy = (name: string, limit: number): BudgetPolicy => ({ name, limit, windowSec: WINDOW_SEC });
  return {
    read: policy('read', config.CAPTURE_BUDGET_READ),
    write: policy('write', config.CAPTURE_BUDGET_WRITE),
    download: policy('download', config.CAPTURE_BUDGET_DOWNLOAD),
    capability: policy('requests', config.CAPTURE_BUDGET_CAPABILITY),
    console: policy('console', config.CAPTURE_BUDGET_CONSOLE),
  };
}
