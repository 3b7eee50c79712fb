import { FEATURES, type Feature, type PlanLimits } from '@capture/contracts';

/** What an organization of this plan may do. Plans are rows; `rank` orders them by price. */
export interface Plan {
  name: string;
  rank: number;
  /** Seconds of footage per calendar month (UTC). */
  includedSec: number;
  limits: PlanLimits;
  features: Feature[];
}

/** The plan of an organization. @throws Error for an unknown name: organizations are only put on plans that exist. */
export function planOf(plans: readonly Plan[], name: string): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`an organization has the unknown plan ${name}`);
  return plan;
}

/** For each feature that `plan` lacks, the name of the cheapest plan that has it; features of no plan are left out. */
export function upgradesFrom(plan: Plan, plans: readonly Plan[]): Record<string, string> {
  const byPrice = [...plans].sort((a, b) => a.rank - b.rank);
  const upgrades: Record<string, string> = {};
  for (const feature of FEATURES) {
    if (plan.features.includes(feature)) continue;
    const cheapest = byPrice.find((candidate) => candidate.features.includes(feature));
    if (cheapest) upgrades[feature] = cheapest.name;
  }
  return upgrades;
}
