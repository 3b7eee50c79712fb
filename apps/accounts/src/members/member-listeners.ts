import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Member } from './member.model.js';

export type MemberChange = 'joined' | 'left' | 'role';

/** Announces members who joined, left or got another role to the subjects that stand on members. */
@Injectable()
export class MemberListeners {
  private readonly listeners: MemberListener[] = [];

  register(listener: MemberListener): void {
    this.listeners.push(listener);
  }

  /** Runs every listener, one after the other, inside the transaction of the change. */
  async notify(member: Member, change: MemberChange): Promise<void> {
    for (const listener of this.listeners) await listener.memberChanged(member, change);
  }
}

/** Hears of members who joined, left or got another role. What it writes commits with that change or not at all. */
export abstract class MemberListener implements OnModuleInit {
  constructor(private readonly listeners: MemberListeners) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  /** @param member after the change: `removedAt` is set on who left. */
  abstract memberChanged(member: Member, change: MemberChange): Promise<void>;
}
