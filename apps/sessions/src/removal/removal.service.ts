import { Injectable } from '@nestjs/common';
import { AppError, notFound, SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database, inBatches } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { HostSignInRepository } from '../rooms/host-sign-in.repository.js';
import { ParticipantRepository } from '../rooms/participant.repository.js';
import { RoomService } from '../rooms/room.service.js';
import type { Participant } from '../sessions/participant.model.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { TokenRepository, type TokenOwner } from '../sessions/token.repository.js';

interface EndedSignIn {
  organizationId: string;
  memberId: string;
  signInId: string;
}

/**
 * Takes people out of rooms: guests whom the host removes, hosts whose sign-in has ended. What they recorded until then they
 * can still send (ADR 20).
 */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly participants: ParticipantRepository,
    private readonly signIns: HostSignInRepository,
    private readonly rooms: RoomService,
    private readonly audit: Audit,
    private readonly clock: RoomClock,
  ) {}

  /**
   * Removes a guest, and with them the invite that nobody else came with. Does nothing the second time.
   * @throws AppError `not_found`, `conflict` for a host.
   */
  async removeGuest(ref: SessionRef, participantId: string): Promise<void> {
    const { id: sessionId, organizationId } = ref;
    await this.database.run(async () => {
      const room = await this.sessions.lock(ref);
      const guest = room.participants.find(({ id }) => id === participantId);
      if (!guest) throw notFound('participant');
      if (!guest.isGuest)
        throw new AppError('conflict', 'A host cannot be removed; end the session instead.');
      if (guest.removedAt !== null) return;
      const now = await this.clock.read();
      await this.participants.save({ ...guest, removedAt: now });
      await this.tokens.revokeOf(participantId, now);
      await this.rooms.shutOut({ organizationId, sessionId, participantId }, { now });
      const revokedInviteId = ownInvite(room, guest);
      if (revokedInviteId !== null) await this.tokens.revokeInvite(sessionId, revokedInviteId, now);
      const detail = { participantId, revokedInviteId };
      const change = { action: 'session.participant_removed', subject: sessionId, detail };
      this.audit.record(organizationId, change);
    });
  }

  /** A member signed out: what they host by that sign-in they host no more. */
  async endSignIn({ organizationId, memberId, signInId }: EndedSignIn): Promise<void> {
    await this.database.run(async () => {
      const now = await this.clock.read();
      await this.signIns.end({ id: signInId, organizationId, memberId }, now);
      await this.shutOut(organizationId, await this.tokens.revokeOfSignIn(signInId, now), { signInId, now });
    });
  }

  /** Somebody is no member any more. */
  async endMember(organizationId: string, memberId: string): Promise<void> {
    await this.database.run(async () => {
      const now = await this.clock.read();
      await this.signIns.endOfMember(memberId, now);
      await this.shutOut(organizationId, await this.tokens.revokeOfMember(memberId, now), { now });
    });
  }

  /** Forgets sign-ins that began so long ago that they have ended anyhow. */
  async forgetOldSignIns(signal: AbortSignal): Promise<void> {
    const now = await this.clock.read();
    const before = new Date(now.getTime() - (SIGN_IN_MAX_AGE_SEC + 86_400) * 1000);
    await inBatches(signal, (limit) => this.signIns.deleteBefore(before, limit));
  }

  /** In one order everywhere, so that two of these cannot wait for each other. */
  private async shutOut(
    organizationId: string,
    owners: readonly TokenOwner[],
    how: { signInId?: string; now: Date },
  ): Promise<void> {
    const byId = new Map(owners.map((owner) => [owner.participantId, owner.sessionId]));
    for (const [participantId, sessionId] of [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1)))
      await this.rooms.shutOut({ organizationId, sessionId, participantId }, how);
  }
}

/** The invite that a guest came with, unless others came with it too. */
function ownInvite({ participants }: Room, { id, inviteId }: Participant): string | null {
  return participants.some((one) => one.id !== id && one.inviteId === inviteId) ? null : inviteId;
}
