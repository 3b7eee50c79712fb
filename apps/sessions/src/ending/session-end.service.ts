import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { createEvent, SessionEnded, SessionPromotionFailed, type PromotedSession } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Audit, Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { RoomService } from '../rooms/room.service.js';
import { TakeService } from '../rooms/take.service.js';
import { closed } from '../sessions/session.model.js';
import { SessionRepository, type SessionRef } from '../sessions/session.repository.js';
import { TakeRepository } from '../sessions/take.repository.js';
import type { EndedSessionDto } from './session-end.dto.js';

/**
 * Ends rooms: closes the session, then promotes its uploads. Closing comes first so that nobody joins during the promotion.
 * It commits by itself, and nothing is held while the recordings service is asked.
 * A failed promotion is retried by ending the session again, and by the sweep, which also finishes an end that was cut off in
 * between. From a promotion on, the recordings service adds by itself what is uploaded later.
 */
@Injectable()
export class SessionEndService {
  private readonly logger = new Logger(SessionEndService.name);

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly rooms: RoomService,
    private readonly takes: TakeService,
    private readonly recorded: TakeRepository,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RoomClock,
    private readonly config: SessionsConfig,
  ) {}

  async end(ref: SessionRef): Promise<EndedSessionDto> {
    const alreadyClosed = await this.close(ref);
    return { alreadyClosed, ...(await this.promote(ref)) };
  }

  /** The same for a session that has ended or expired, when nobody waits for the answer. Another failure is no news. */
  async promoteAgain(ref: SessionRef): Promise<void> {
    await this.announce(ref, await this.tryPromotion(ref), { again: true });
  }

  /** Promotes what was recorded and states the end once. Safe to repeat, also by several processes at once. */
  private async promote(ref: SessionRef): Promise<Omit<EndedSessionDto, 'alreadyClosed'>> {
    const outcome = await this.tryPromotion(ref);
    const recordingId = await this.announce(ref, outcome, { again: false });
    const { promotion, savedCount, errorId } = outcome;
    return { promotion, savedCount, recordingId, ...(errorId === null ? {} : { errorId }) };
  }

  /** Returns whether it had been closed before. */
  private close(ref: SessionRef): Promise<boolean> {
    return this.database.run(async () => {
      const room = await this.sessions.lock(ref);
      const now = await this.clock.read();
      const ended = closed(room, now);
      if (ended === room) return true;
      await this.sessions.save(ended);
      await this.takes.stopRunning(ended, now);
      await this.rooms.empty(room, now);
      this.audit.record(ref.organizationId, { action: 'session.ended', subject: ref.id });
      return false;
    });
  }

  /** Never throws: a failed promotion is an answer, not a failure of the end. */
  private async tryPromotion({ id, organizationId }: SessionRef): Promise<PromotedSession> {
    try {
      const acknowledged = await this.recorded.onTheirWay(id);
      const payload = {
        organizationId,
        sessionId: id,
        ...(acknowledged.length === 0 ? {} : { acknowledged }),
      };
      const timeoutMs = this.config.CAPTURE_PROMOTION_TIMEOUT_MS;
      const outcome = await this.commands.send('recordings.promote_session', payload, { timeoutMs });
      if (outcome.promotion !== 'failed' || outcome.errorId !== null) return outcome;
      return { ...outcome, errorId: this.newErrorId(id, undefined) };
    } catch (error) {
      return { promotion: 'failed', savedCount: 0, recordingId: null, errorId: this.newErrorId(id, error) };
    }
  }

  /** Returns the session's recording, if there is one by now. Of an expired session nothing is stated: it may still be ended. */
  private announce(
    ref: SessionRef,
    outcome: PromotedSession,
    { again }: { again: boolean },
  ): Promise<string | null> {
    const { promotion, errorId } = outcome;
    const { organizationId, id: sessionId } = ref;
    return this.database.run(async () => {
      const now = await this.clock.read();
      const { participants: _participants, ...session } = await this.sessions.lock(ref);
      const recordingId = outcome.recordingId ?? session.recordingId;
      const isEnded = session.state === 'closed';
      await this.sessions.save({
        ...session,
        recordingId,
        endedAnnouncedAt: isEnded ? (session.endedAnnouncedAt ?? now) : null,
        promotionTriedAt: now,
        promotedAt: session.promotedAt ?? (errorId === null ? now : null),
      });
      if (!isEnded) return recordingId;
      if (session.endedAnnouncedAt === null) {
        const data = { sessionId, promotion, recordingId };
        this.outbox.add(createEvent(SessionEnded, organizationId, data, session.endedAt ?? now));
      }
      if (errorId !== null && !(again && session.endedAnnouncedAt !== null)) {
        this.outbox.add(createEvent(SessionPromotionFailed, organizationId, { sessionId, errorId }, now));
      }
      return recordingId;
    });
  }

  private newErrorId(sessionId: string, error: unknown): string {
    const errorId = `err_${randomUUID()}`;
    this.logger.error({ err: error, sessionId, errorId }, 'uploads were not promoted; end the session again');
    return errorId;
  }
}
