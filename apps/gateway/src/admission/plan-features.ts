import { AppError, type Feature, type OrganizationPrincipal } from '@capture/contracts';

/**
 * @param upgrades for each feature that the plan lacks, the cheapest plan that has it
 * @throws AppError `upgrade_required` when the caller's plan lacks the feature.
 */
export function requireFeature(
  feature: Feature | undefined,
  { plan, features }: Pick<OrganizationPrincipal, 'plan' | 'features'>,
  upgrades: Record<string, string>,
): void {
  if (feature === undefined || features.includes(feature)) return;
  const requiredPlan = upgrades[feature];
  const where = requiredPlan === undefined ? 'No plan offers it yet.' : `The plan "${requiredPlan}" has it.`;
  throw new AppError(
    'upgrade_required',
    `The plan "${plan}" lacks this feature. ${where}`,
    requiredPlan === undefined ? {} : { requiredPlan },
  );
}
