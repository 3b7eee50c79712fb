import { Injectable } from '@nestjs/common';
import { createEvent, CredentialChanged } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Clock } from '@capture/platform';
import { MemberListener, MemberListeners, type MemberChange } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { KeyRepository } from './key.repository.js';

/** Invalidates caches of a member's keys: whether the owner is still a member is part of a key's principal. */
@Injectable()
export class KeyOwnerListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly keys: KeyRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super(listeners);
  }

  override async memberChanged({ id, organizationId }: Member, change: MemberChange): Promise<void> {
    if (change === 'role') return;
    for (const keyId of await this.keys.usableOf(id, this.clock.now())) {
      this.outbox.add(createEvent(CredentialChanged, organizationId, { keyId, change: 'updated' }));
    }
  }
}
