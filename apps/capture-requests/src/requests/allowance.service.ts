import { Injectable } from '@nestjs/common';
import { AppError, type OrganizationPrincipal } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { pausedError } from './capture-request.model.js';

/** Decides whether an organization may create requests and add contacts. Takes of existing requests are not affected. */
@Injectable()
export class AllowanceService {
  constructor(private readonly commands: Commands) {}

  /** @throws AppError organization_paused or capture_allowance_reached. */
  async assertMayCollect(caller: OrganizationPrincipal): Promise<void> {
    if (caller.organizationPaused) throw pausedError();
    const { organizationId } = caller;
    const allowance = await this.commands.send('accounts.check_allowance', { organizationId });
    if (allowance.organizationPaused) throw pausedError();
    if (!allowance.spent) return;
    throw new AppError(
      'capture_allowance_reached',
      `The capture allowance of ${allowance.includedSec} s is spent. Requests that exist go on recording; new ones wait.`,
    );
  }
}
