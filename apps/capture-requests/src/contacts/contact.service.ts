import { Injectable } from '@nestjs/common';
import {
  isPermitted,
  notFound,
  readPage,
  type OrganizationPrincipal,
  type Page,
  type PageQuery,
  type SuppressedAddress,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Audit } from '@capture/outbox';
import { Database, IdempotentEffect } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { LinkService } from '../links/link.service.js';
import { AllowanceService } from '../requests/allowance.service.js';
import { closedError, statusAt } from '../requests/capture-request.model.js';
import { CaptureRequestRepository } from '../requests/capture-request.repository.js';
import { CaptureRequestService } from '../requests/capture-request.service.js';
import { MANAGES } from '../requests/rights.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import { toContactDto, type AddContactsDto, type AddedContactsDto, type ContactDto } from './contact.dto.js';
import { distinct, emailKey, enroll, type Contact, type Invitee } from './contact.model.js';
import { ContactRepository } from './contact.repository.js';

@Injectable()
export class ContactService {
  constructor(
    private readonly database: Database,
    private readonly effect: IdempotentEffect,
    private readonly requests: CaptureRequestService,
    private readonly requestRows: CaptureRequestRepository,
    private readonly contacts: ContactRepository,
    private readonly takes: TakeDisposalService,
    private readonly commands: Commands,
    private readonly audit: Audit,
    private readonly allowance: AllowanceService,
    private readonly links: LinkService,
    private readonly clock: Clock,
  ) {}

  /** Adds invitees who are neither suppressed nor on the roster; answers every invitee who is on it afterwards. */
  async add(
    caller: OrganizationPrincipal,
    requestId: string,
    { contacts }: AddContactsDto,
  ): Promise<AddedContactsDto> {
    const request = await this.requests.require(caller, requestId);
    if (statusAt(request, this.clock.now()) === 'closed') throw closedError();
    await this.allowance.assertMayCollect(caller);
    const invitees = distinct(contacts);
    const suppressed = await this.suppressed(caller.organizationId, invitees);
    const allowed = invitees.filter(({ email }) => !suppressed.has(emailKey(email)));
    return this.effect.commit(async () => {
      const onRoster = await this.enrollLocked(caller, requestId, allowed);
      return {
        data: onRoster.map((contact) => toContactDto(contact, this.link(contact))),
        suppressed: [...suppressed.values()].map(({ email, reason }) => ({ email, reason })),
      };
    });
  }

  async list(caller: OrganizationPrincipal, requestId: string, query: PageQuery): Promise<Page<ContactDto>> {
    const { id } = await this.requests.require(caller, requestId);
    const mayShare = isPermitted(caller, MANAGES);
    const source = {
      has: async (cursor: string) => (await this.contacts.find(id, cursor)) !== undefined,
      after: (cursor: string | undefined, take: number) => this.contacts.list(id, cursor, take),
    };
    return readPage(query, source, (contact) =>
      toContactDto(contact, mayShare ? this.link(contact) : undefined),
    );
  }

  /** Revokes the personal link at once, also for takes in progress. Earlier submissions stay. */
  async remove(caller: OrganizationPrincipal, requestId: string, contactId: string): Promise<void> {
    await this.database.run(async () => {
      const request = await this.requests.requireLocked(caller, requestId);
      const contact = await this.contacts.find(request.id, contactId);
      if (!contact) throw notFound('contact');
      await this.takes.removeOf({ contactId: contact.id });
      await this.contacts.delete(contact);
      await this.requestRows.addToCounts(request.id, { contacts: -1 });
      this.audit.record(request.organizationId, {
        action: 'contact.removed',
        subject: contact.id,
        detail: { captureRequestId: request.id },
      });
    });
  }

  /**
   * Replaces the personal link. The old one stops at once, also for takes in progress; opening such a take again under
   * the new link continues it.
   */
  async rotateLink(caller: OrganizationPrincipal, requestId: string, contactId: string): Promise<ContactDto> {
    const rotated = await this.database.run(async () => {
      const request = await this.requests.requireLocked(caller, requestId);
      const contact = await this.contacts.find(request.id, contactId);
      if (!contact) throw notFound('contact');
      if (statusAt(request, this.clock.now()) === 'closed') throw closedError();
      const linkVersion = contact.linkVersion + 1;
      await this.contacts.setLinkVersion(contact.id, linkVersion);
      this.audit.record(request.organizationId, {
        action: 'contact.link_rotated',
        subject: contact.id,
        detail: { captureRequestId: request.id },
      });
      return { ...contact, linkVersion };
    });
    return toContactDto(rotated, this.link(rotated));
  }

  /** Holds the request's lock, so that concurrent calls cannot exceed the cap together. */
  private enrollLocked(
    caller: OrganizationPrincipal,
    requestId: string,
    invitees: Invitee[],
  ): Promise<Contact[]> {
    return this.database.run(async () => {
      const request = await this.requests.requireLocked(caller, requestId);
      const now = this.clock.now();
      if (statusAt(request, now) === 'closed') throw closedError();
      const known = await this.contacts.withEmails(
        request.id,
        invitees.map(({ email }) => email),
      );
      const byEmail = new Map<string, Contact>(known.map((contact) => [contact.emailKey, contact]));
      const missing = invitees.filter(({ email }) => !byEmail.has(emailKey(email)));
      const added = enroll(request, missing, caller.limits.rosterCap, now);
      if (added.length > 0) {
        await this.contacts.insert(added);
        await this.requestRows.addToCounts(request.id, { contacts: added.length });
        this.audit.record(request.organizationId, {
          action: 'contacts.added',
          subject: request.id,
          detail: { contactIds: added.map(({ id }) => id) },
        });
      }
      for (const contact of added) byEmail.set(emailKey(contact.email), contact);
      return invitees.flatMap(({ email }) => byEmail.get(emailKey(email)) ?? []);
    });
  }

  /** Keys are addresses in their one form; values have them as the caller wrote them. */
  private async suppressed(
    organizationId: string,
    invitees: Invitee[],
  ): Promise<Map<string, SuppressedAddress>> {
    const emails = invitees.map(({ email }) => emailKey(email));
    const found = await this.commands.send('accounts.list_suppressed', { organizationId, emails });
    const reasons = new Map(found.map(({ email, reason }) => [emailKey(email), reason]));
    const entries = invitees.flatMap(({ email }): [string, SuppressedAddress][] => {
      const reason = reasons.get(emailKey(email));
      return reason ? [[emailKey(email), { email, reason }]] : [];
    });
    return new Map(entries);
  }

  private link(contact: Contact): string {
    return this.links.url({ kind: 'contact', id: contact.id, version: contact.linkVersion });
  }
}
