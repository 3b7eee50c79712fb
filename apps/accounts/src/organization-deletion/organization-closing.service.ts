import { Injectable } from '@nestjs/common';
import { createEvent, CredentialChanged, MemberRemoved } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { KeyRepository } from '../api-keys/key.repository.js';
import { MemberListeners } from '../members/member-listeners.js';
import { MemberRepository } from '../members/member.repository.js';
import { ScimTokenRepository } from '../scim-tokens/scim-token.repository.js';

const BATCH = 100;

/** Shuts everybody out of an organization that is being deleted: keys first, so that nobody writes while it goes. */
@Injectable()
export class OrganizationClosing {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRepository,
    private readonly directories: ScimTokenRepository,
    private readonly members: MemberRepository,
    private readonly listeners: MemberListeners,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat. The organization is closed already, so that nobody joins and no key is made meanwhile. */
  async shutOut(organizationId: string): Promise<void> {
    while ((await this.revokeKeys(organizationId)) > 0);
    await this.directories.deleteAll(organizationId);
    while ((await this.removeMembers(organizationId)) > 0);
  }

  private revokeKeys(organizationId: string): Promise<number> {
    return this.database.run(async () => {
      const revoked = await this.keys.revokeSome(organizationId, this.clock.now(), BATCH);
      for (const keyId of revoked)
        this.outbox.add(createEvent(CredentialChanged, organizationId, { keyId, change: 'revoked' }));
      return revoked.length;
    });
  }

  /** As if each had left: sign-ins end, and what hangs on members with them. */
  private removeMembers(organizationId: string): Promise<number> {
    return this.database.run(async () => {
      const now = this.clock.now();
      const members = (await this.members.present(organizationId)).slice(0, BATCH);
      for (const member of members) {
        const left = { ...member, removedAt: now };
        await this.members.save(left);
        await this.listeners.notify(left, 'left');
        this.outbox.add(createEvent(MemberRemoved, organizationId, { memberId: member.id }, now));
      }
      return members.length;
    });
  }
}
