import type { GatewayConfig } from '../config.js';
import type { KeyBudget } from '../table/key-routes.js';
import type { BudgetPolicy } from './budget-store.js';

const WINDOW_SEC = 60;

export type BudgetName = KeyBudget | 'capability' | 'shared' | 'console' | 'failures';

/** The configured limits, all over one minute. */
export function policiesOf(config: GatewayConfig): Record<BudgetName, BudgetPolicy> {
  const policy = (name: string, limit: number): BudgetPolicy => ({ name, limit, windowSec: WINDOW_SEC });
  return {
    read: policy('read', config.CAPTURE_BUDGET_READ),
    write: policy('write', config.CAPTURE_BUDGET_WRITE),
    download: policy('download', config.CAPTURE_BUDGET_DOWNLOAD),
    capability: policy('requests', config.CAPTURE_BUDGET_CAPABILITY),
    // The same budget, but each address that an open link or an invite is used from has one.
    shared: { ...policy('requests', config.CAPTURE_BUDGET_CAPABILITY), crowd: true },
    failures: { ...policy('failures', config.CAPTURE_BUDGET_FAILURES), crowd: true },
    console: policy('console', config.CAPTURE_BUDGET_CONSOLE),
  };
}
