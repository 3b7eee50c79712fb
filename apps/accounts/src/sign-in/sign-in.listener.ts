import { Injectable } from '@nestjs/common';
import { MemberListener, MemberListeners, type MemberChange } from '../members/member-listeners.js';
import type { Member } from '../members/member.model.js';
import { SignInEndings } from './sign-in-endings.js';

/**
 * Ends the sign-ins of who leaves, or gets another role: what they hold open by them is not theirs any more. Deletes them,
 * since who comes back is the same member and has to sign in again.
 */
@Injectable()
export class SignInListener extends MemberListener {
  constructor(
    listeners: MemberListeners,
    private readonly endings: SignInEndings,
  ) {
    super(listeners);
  }

  override async memberChanged({ id }: Member, change: MemberChange): Promise<void> {
    if (change !== 'joined') await this.endings.endOf([id]);
  }
}
