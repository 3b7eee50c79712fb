import { Injectable } from '@nestjs/common';
import { addressForm, invalidField, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import type {
  CheckedAddressesDto,
  SuppressAddressesDto,
  SuppressedAddressesDto,
} from './suppression-batch.dto.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';

/** Lists of addresses that are brought to the suppression list, as files have them. */
@Injectable()
export class SuppressionBatchService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly repository: SuppressionRepository,
    private readonly suppressions: SuppressionService,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** Which are addresses, and which of these are suppressed. Changes nothing. */
  async check(organizationId: string, given: readonly string[]): Promise<CheckedAddressesDto> {
    const forms = given.map(addressForm);
    const asked = forms.filter((email) => email !== undefined);
    const suppressed = await this.suppressions.among(organizationId, asked);
    const reasons = new Map(suppressed.map(({ email, reason }) => [email, reason]));
    return {
      data: forms.map((email) => ({ email: email ?? null, reason: reasons.get(email ?? '') ?? null })),
    };
  }

  /**
   * Adds those that are not suppressed yet, all or none; each is an entry of the audit log. A file that was saved before a
   * person was erased does not bring their address back.
   * @throws AppError `invalid_input` for what is no address.
   */
  async add(
    call: ForwardedCall,
    organizationId: string,
    { emails: given, reason }: SuppressAddressesDto,
  ): Promise<SuppressedAddressesDto> {
    // In one order for all calls, so that two of them with the same addresses do not wait for each other.
    const emails = [...new Set(given.map(requireAddress))].sort();
    return this.database.run(async () => {
      await this.organizations.get(organizationId);
      const suppressed = await this.suppressions.among(organizationId, emails);
      const known = new Set(suppressed.map(({ email }) => email));
      const createdAt = this.clock.now();
      const added = await this.repository.addMissing(
        emails
          .filter((email) => !known.has(email))
          .map((email) => ({ organizationId, email, reason, createdAt })),
      );
      await this.audit.recordAll(
        call,
        added.map((email) => ({
          organizationId,
          action: 'suppression.added',
          subject: email,
          detail: { reason },
        })),
      );
      return { added: added.length, known: emails.length - added.length };
    });
  }
}

function requireAddress(text: string, index: number): string {
  const email = addressForm(text);
  if (email === undefined)
    throw invalidField(`emails.${index}`, 'format', `emails.${index} must be an e-mail address.`);
  return email;
}
