import { Injectable } from '@nestjs/common';
import { MemberListener, MemberListeners } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { PasswordLinkRepository } from './password-link.repository.js';

/** Ends the link of who leaves. Deletes it, since who comes back is the same member and has to ask for a new one. */
@Injectable()
export class PasswordLinkListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly links: PasswordLinkRepository,
  ) {
    super(listeners);
  }

  override async memberChanged({ id, removedAt }: Member): Promise<void> {
    if (removedAt !== null) await this.links.deleteOf([id]);
  }
}
