import { Injectable } from '@nestjs/common';
import { MemberListener, MemberListeners } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { IdentityRepository } from './identity.repository.js';

/** Unties who leaves from their provider: who comes back is tied anew, to whoever has the address then. */
@Injectable()
export class IdentityListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly identities: IdentityRepository,
  ) {
    super(listeners);
  }

  override async memberChanged({ id, removedAt }: Member): Promise<void> {
    if (removedAt !== null) await this.identities.deleteOf(id);
  }
}
