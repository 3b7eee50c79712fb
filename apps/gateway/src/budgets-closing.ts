import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BUDGETS } from './admission.js';
import type { BudgetStore } from './budget.js';

/** Lets go of the budget store once the last call is answered. */
@Injectable()
export class BudgetsClosing implements OnApplicationShutdown {
  constructor(@Inject(BUDGETS) private readonly budgets: BudgetStore) {}

  onApplicationShutdown(): Promise<void> {
    return this.budgets.close();
  }
}
