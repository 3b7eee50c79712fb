import { Injectable } from '@nestjs/common';
import { MemberListener, MemberListeners } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { IdentityRepository } from './identity.repository.js';

/** Deletes the tie between a member who leaves and their account at the provider. If they come back, their next sign-in makes a new one. */
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
