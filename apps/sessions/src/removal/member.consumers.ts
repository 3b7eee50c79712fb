import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { MemberRemoved, parseEvent, SignInEnded, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import type { TokenOwner } from '../sessions/token.repository.js';
import { RemovalService } from './removal.service.js';

const CONSUMER = 'removal';

/** Members who signed out or were removed leave the rooms that they host. */
@Controller()
export class MemberConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly removal: RemovalService,
  ) {}

  @EventPattern('sign_in.ended')
  async signInEnded(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, data } = parseEvent(SignInEnded, envelope);
    const { memberId, signInId } = data;
    let owners: TokenOwner[] = [];
    await this.inbox.once(CONSUMER, envelope.id, async () => {
      owners = await this.removal.endSignIn({ organizationId, memberId, signInId });
    });
    await this.removal.shutOut(organizationId, owners, { signInId });
  }

  @EventPattern('member.removed')
  async memberRemoved(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, data } = parseEvent(MemberRemoved, envelope);
    let owners: TokenOwner[] = [];
    await this.inbox.once(CONSUMER, envelope.id, async () => {
      owners = await this.removal.endMember(data.memberId);
    });
    await this.removal.shutOut(organizationId, owners);
  }
}
