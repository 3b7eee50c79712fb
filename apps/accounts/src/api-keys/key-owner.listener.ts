import { Injectable } from '@nestjs/common';
import { createEvent, CredentialChanged } from '@capture/contracts';
import { Outbox } from '@capture/messaging';
import { Clock } from '@capture/platform';
import { MemberListener, MemberListeners } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { KeyRepository } from './key.repository.js';

/** Voids what others cache of a member's keys: whether their owner is a member is part of their principal. */
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

  override async memberChanged({ id, organizationId }: Member): Promise<void> {
    for (const keyId of await this.keys.usableOf(id, this.clock.now())) {
      await this.outbox.add(createEvent(CredentialChanged, organizationId, { keyId, change: 'updated' }));
    }
  }
}
