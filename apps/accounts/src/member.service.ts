import { Injectable } from '@nestjs/common';
import {
  createEvent,
  CredentialChanged,
  notFound,
  readPage,
  type ForwardedCall,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Outbox } from '@capture/messaging';
import { Clock } from '@capture/platform';
import { Database } from '@capture/persistence';
import { AuditLog } from './audit.repository.js';
import type { PrismaClient } from './generated/prisma/client.js';
import { KeyRepository } from './key.repository.js';
import { toMember, type AddMemberBody, type MemberResponse } from './member.dto.js';
import { joined, left, type Member } from './member.model.js';
import { MemberRepository } from './member.repository.js';
import { OrganizationRepository } from './organization.repository.js';
import { PasswordLinkRepository } from './password-link.repository.js';
import { SignInRepository } from './sign-in.repository.js';

/** The people of an organization. */
@Injectable()
export class MemberService {
  constructor(
    private readonly db: Database<PrismaClient>,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly keys: KeyRepository,
    private readonly signIns: SignInRepository,
    private readonly links: PasswordLinkRepository,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async add(call: ForwardedCall, organizationId: string, body: AddMemberBody): Promise<MemberResponse> {
    return this.db.run(async () => {
      await this.organizations.lock(organizationId);
      const known = await this.members.find(organizationId, body.email);
      const member = joined(known, { organizationId, ...body }, this.clock.now());
      await this.save(call, member, 'member.added');
      return toMember(member);
    });
  }

  async remove(call: ForwardedCall, organizationId: string, idOrEmail: string): Promise<void> {
    await this.db.run(async () => {
      await this.organizations.lock(organizationId);
      const present = await this.members.present(organizationId);
      const wanted = idOrEmail.toLowerCase();
      const member = present.find(({ id, email }) => id === wanted || email === wanted);
      if (!member) throw notFound('member');
      await this.save(call, left(member, present, this.clock.now()), 'member.removed');
      // Rows of their own: who comes back is the same member and has to sign in again.
      await this.signIns.deleteOf([member.id]);
      await this.links.deleteOf([member.id]);
    });
  }

  async list(organizationId: string, query: PageQuery): Promise<Page<MemberResponse>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.members.listed(organizationId), toMember);
  }

  /** Whether a key's owner is a member is part of its principal: caches of their keys are void. */
  private async save(call: ForwardedCall, member: Member, action: string): Promise<void> {
    const { id, organizationId, email, role } = member;
    await this.members.save(member);
    await this.audit.record(call, { organizationId, action, subject: id, detail: { email, role } });
    for (const keyId of await this.keys.usableOf(id, this.clock.now())) {
      await this.outbox.add(createEvent(CredentialChanged, organizationId, { keyId, change: 'updated' }));
    }
  }
}
