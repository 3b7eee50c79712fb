import { Injectable } from '@nestjs/common';
import {
  addressForm,
  AppError,
  readPage,
  requireAddressForm,
  type ForwardedCall,
  type Page,
  type PageQuery,
  type SuppressedAddress,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { toSuppression, type SuppressAddressDto, type SuppressionDto } from './suppression.dto.js';
import { SuppressionRepository } from './suppression.repository.js';

/** Addresses that an organization must not contact. They are skipped when contacts are added. */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async add(call: ForwardedCall, organizationId: string, body: SuppressAddressDto): Promise<SuppressionDto> {
    const email = requireAddressForm(body.email);
    const { reason } = body;
    return this.database.run(async () => {
      await this.organizations.get(organizationId);
      const createdAt = this.clock.now();
      const stored = await this.suppressions.save({ organizationId, email, reason, createdAt });
      await this.audit.record(call, {
        organizationId,
        action: 'suppression.added',
        subject: email,
        detail: { reason },
      });
      return toSuppression(stored);
    });
  }

  async remove(call: ForwardedCall, organizationId: string, address: string): Promise<void> {
    const email = addressForm(address) ?? address;
    await this.database.run(async () => {
      await this.organizations.get(organizationId);
      if (!(await this.suppressions.remove(organizationId, email))) {
        throw new AppError('not_found', "This address is not on the organization's suppression list.");
      }
      await this.audit.record(call, { organizationId, action: 'suppression.removed', subject: email });
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<SuppressionDto>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.suppressions.listed(organizationId), toSuppression);
  }

  among(organizationId: string, emails: string[]): Promise<SuppressedAddress[]> {
    return this.suppressions.among(organizationId, [...new Set(emails.map(requireAddressForm))]);
  }
}
