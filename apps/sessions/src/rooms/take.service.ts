import { Injectable } from '@nestjs/common';
import { ChangeNotices } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import type { Session } from '../sessions/session.model.js';
import { SessionRepository, type SessionRef } from '../sessions/session.repository.js';
import { TakeRepository } from '../sessions/take.repository.js';
import { RoomChannel } from './room-channel.js';
import type { TakeState } from '../messages/server-messages.js';
import type { ParticipantRef } from './participant.repository.js';
import { isRecording, newsOf, requireStarted, takeStarted, takeStopped } from './take.model.js';

/** Starts and stops recording for everybody in the room, when the host says so. */
@Injectable()
export class TakeService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly takes: TakeRepository,
    private readonly channel: RoomChannel,
    private readonly clock: RoomClock,
    private readonly notices: ChangeNotices,
  ) {}

  /**
   * @param inMs how long the countdown is; a moment when left out
   * @throws AppError `session_closed`, or `conflict` while a take runs.
   */
  async start(ref: SessionRef, inMs?: number): Promise<void> {
    await this.database.run(async () => {
      const session = await this.sessions.lock(ref);
      const now = await this.clock.read();
      const started = takeStarted(session, now, inMs);
      await this.sessions.save(started);
      await this.takes.save(started, now);
      this.tell(started);
    });
  }

  /**
   * A participant's device records this take: its track is expected, whenever it comes.
   * @throws AppError `invalid_input` for a take that has not been started.
   */
  async acknowledge(participant: ParticipantRef, takeNumber: number): Promise<void> {
    const { sessionId: id, organizationId } = participant;
    await this.database.run(async () => {
      const { takeNumber: takes } = await this.sessions.lock({ id, organizationId });
      requireStarted(takeNumber, takes);
      await this.takes.acknowledge(participant, takeNumber, await this.clock.read());
    });
  }

  async stop(ref: SessionRef): Promise<void> {
    await this.database.run(async () =>
      this.stopRunning(await this.sessions.lock(ref), await this.clock.read()),
    );
  }

  /** Stops the take that is running, if any, and tells everybody. Call with the session's row locked. */
  async stopRunning(session: Session, now: Date): Promise<void> {
    const stopped = takeStopped(session, now);
    if (stopped === session) return;
    await this.sessions.save(stopped);
    await this.takes.save(stopped);
    this.tell(stopped);
  }

  /** Everybody in the room, and the pages of members, who watch without being in it. */
  private tell(session: Session): void {
    const { id: sessionId, organizationId } = session;
    const message = newsOf(session);
    if (message) this.channel.publish(sessionId, { kind: 'say', message });
    this.notices.tell({ organizationId, type: 'session.take_changed', ids: { sessionId } });
  }
}

export function toTakeState(session: Session): TakeState {
  const { takeNumber, takeStartsAt } = session;
  return { takeNumber, recording: isRecording(session), atServerTime: takeStartsAt?.getTime() ?? null };
}
