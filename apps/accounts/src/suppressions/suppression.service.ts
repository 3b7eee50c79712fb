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
import { Clock, keyedHash } from '@capture/platform';
import { AuditRepository, ERASED_ADDRESS } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
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
    private readonly config: AccountsConfig,
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
      const hash = this.hashOf(organizationId, email);
      const erased = await this.suppressions.removeErased(organizationId, hash);
      const listed = await this.suppressions.remove(organizationId, email);
      if (!listed && !erased)
        throw new AppError('not_found', "This address is not on the organization's suppression list.");
      const subject = erased ? ERASED_ADDRESS : email;
      await this.audit.record(call, { organizationId, action: 'suppression.removed', subject });
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<SuppressionDto>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.suppressions.listed(organizationId), toSuppression);
  }

  /** Those of `emails` that are suppressed; erased addresses are found by their hashes. */
  async among(organizationId: string, emails: string[]): Promise<SuppressedAddress[]> {
    const forms = [...new Set(emails.map(requireAddressForm))];
    const listed = await this.suppressions.among(organizationId, forms);
    const known = new Set(listed.map(({ email }) => email));
    const others = forms.filter((email) => !known.has(email));
    const hashes = new Map(others.map((email) => [this.hashOf(organizationId, email), email]));
    const erased = await this.suppressions.amongErased(organizationId, [...hashes.keys()]);
    const found = [...erased].map(([hash, reason]) => ({ email: hashes.get(hash) ?? '', reason }));
    return [...listed, ...found];
  }

  /** The address goes on being skipped, and is kept as a hash alone (ADR 44). Returns how many were on the list. */
  async forget(organizationId: string, email: string): Promise<number> {
    const hash = this.hashOf(organizationId, email);
    return (await this.suppressions.forget(organizationId, email, hash)) ? 1 : 0;
  }

  private hashOf(organizationId: string, email: string): string {
    return keyedHash(this.config.CAPTURE_KEY_PEPPER, `suppression ${organizationId} ${email}`);
  }
}
