import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { Database } from '@capture/persistence';
import type { Session } from '../sessions/session.model.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { RoomChannel } from './room-channel.js';
import type { TakeState } from './room-messages.js';
import { isRecording, takeStarted, takeStopped } from './take.model.js';

/** Starts and stops recording for everybody in the room, when the host says so. */
@Injectable()
export class TakeService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly channel: RoomChannel,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `session_closed`, or `conflict` while a take runs. */
  async start(ref: SessionRef): Promise<void> {
    await this.database.run(async () => {
      const started = takeStarted(withoutParticipants(await this.sessions.lock(ref)), this.clock.now());
      await this.sessions.save(started);
      const { takeNumber, takeStartsAt } = started;
      const message = { type: 'take.start', takeNumber, atServerTime: takeStartsAt.getTime() } as const;
      this.channel.publish(ref.id, { kind: 'say', message });
    });
  }

  async stop(ref: SessionRef): Promise<void> {
    await this.database.run(async () => {
      const session = withoutParticipants(await this.sessions.lock(ref));
      const stopped = takeStopped(session, this.clock.now());
      if (stopped === session) return;
      await this.sessions.save(stopped);
      const message = { type: 'take.stop', takeNumber: stopped.takeNumber } as const;
      this.channel.publish(ref.id, { kind: 'say', message });
    });
  }
}

export function toTakeState(session: Session): TakeState {
  const { takeNumber, takeStartsAt } = session;
  return { takeNumber, recording: isRecording(session), atServerTime: takeStartsAt?.getTime() ?? null };
}

function withoutParticipants({ participants: _participants, ...session }: Room): Session {
  return session;
}
