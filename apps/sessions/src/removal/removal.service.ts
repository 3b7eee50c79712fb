import { Injectable, Logger } from '@nestjs/common';
import { AppError, notFound, SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database, inBatches, waitedTooLong } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { HostSignInRepository } from '../rooms/host-sign-in.repository.js';
import { ParticipantRepository } from '../rooms/participant.repository.js';
import { RoomService } from '../rooms/room.service.js';
import type { Participant } from '../sessions/participant.model.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { TokenRepository, type TokenOwner } from '../sessions/token.repository.js';

/** A room that another transaction holds locked is passed over after this time, so that the other rooms do not wait for it. */
const LOCK_WAIT_MS = 250;

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
  private readonly logger = new Logger(RemovalService.name);

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

  /** A member signed out: what they host by that sign-in they host no more. @returns whom to shut out once that is committed */
  endSignIn({ organizationId, memberId, signInId }: EndedSignIn): Promise<TokenOwner[]> {
    return this.database.run(async () => {
      const now = await this.clock.read();
      await this.signIns.end({ id: signInId, organizationId, memberId }, now);
      return this.tokens.revokeOfSignIn(signInId, now);
    });
  }

  /** Somebody is no member any more. @returns whom to shut out once that is committed */
  endMember(memberId: string): Promise<TokenOwner[]> {
    return this.database.run(async () => {
      const now = await this.clock.read();
      await this.signIns.endOfMember(memberId, now);
      return this.tokens.revokeOfMember(memberId, now);
    });
  }

  /**
   * Closes the sockets of people whose tokens were taken back, by one sign-in or all, each in a transaction of its own: they may be
   * in very many rooms. Whoever is missed here is found by the next heartbeat.
   */
  async shutOut(
    organizationId: string,
    owners: readonly TokenOwner[],
    sockets: { signInId?: string } = {},
  ): Promise<void> {
    for (const owner of owners) {
      const shut = async (): Promise<void> =>
        this.rooms.shutOut({ organizationId, ...owner }, { ...sockets, now: await this.clock.read() });
      await this.database.runDirectly(shut, { lockWaitMs: LOCK_WAIT_MS }).catch((error: unknown) => {
        if (!waitedTooLong(error)) throw error;
        this.logger.warn(
          { sessionId: owner.sessionId },
          'a room is locked; its socket is closed by a heartbeat',
        );
      });
    }
  }

  /** Forgets sign-ins that began so long ago that they have ended anyhow. */
  async forgetOldSignIns(signal: AbortSignal): Promise<void> {
    const now = await this.clock.read();
    const before = new Date(now.getTime() - (SIGN_IN_MAX_AGE_SEC + 86_400) * 1000);
    await inBatches(signal, (limit) => this.signIns.deleteBefore(before, limit));
  }
}

/** The invite that a guest came with, unless others came with it too. */
function ownInvite({ participants }: Room, { id, inviteId }: Participant): string | null {
  return participants.some((one) => one.id !== id && one.inviteId === inviteId) ? null : inviteId;
}
