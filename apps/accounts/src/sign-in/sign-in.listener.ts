import { Injectable } from '@nestjs/common';
import { MemberListener, MemberListeners } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { SignInEndings } from './sign-in-endings.js';

/** Ends the sign-ins of who leaves. Deletes them, since who comes back is the same member and has to sign in again. */
@Injectable()
export class SignInListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly endings: SignInEndings,
  ) {
    super(listeners);
  }

  override async memberChanged({ id, removedAt }: Member): Promise<void> {
    if (removedAt !== null) await this.endings.endOf([id]);
  }
}
