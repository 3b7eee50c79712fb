import { Injectable } from '@nestjs/common';
import { createEvent, SessionExpired } from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Clock, Every } from '@capture/platform';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { RoomService } from '../rooms/room.service.js';
import { TakeService } from '../rooms/take.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionEndService } from './session-end.service.js';

const BATCH = 100;

/** Any number of processes may run these at once. */
@Injectable()
export class SessionEndJobs {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly rooms: RoomService,
    private readonly takes: TakeService,
    private readonly ends: SessionEndService,
    private readonly outbox: Outbox,
    private readonly clock: RoomClock,
    private readonly own: Clock,
    private readonly config: SessionsConfig,
  ) {}

  /** States that rooms have expired, once each. By itself, as finishing ends may wait long for the recordings service. */
  @Every((config: SessionsConfig) => config.CAPTURE_SESSION_SWEEP_MS)
  expire(): Promise<void> {
    return this.database.forEveryOrganization('rooms of all expire', async () => {
      while ((await this.expireSome()) === BATCH);
    });
  }

  /** Goes on with ends that were cut off half-way or whose promotion failed. */
  @Every((config: SessionsConfig) => config.CAPTURE_SESSION_SWEEP_MS)
  finishEnds(): Promise<void> {
    return this.database.forEveryOrganization('rooms of all end', async () => {
      const now = await this.clock.read();
      const before = new Date(now.getTime() - this.config.CAPTURE_SESSION_SETTLE_SEC * 1000);
      for (const ref of await this.sessions.unpromoted(before, BATCH))
        await this.database.forOrganization(ref.organizationId, () => this.ends.promoteAgain(ref));
    });
  }

  /** Returns how many rooms expired. */
  private async expireSome(): Promise<number> {
    const now = await this.clock.read();
    return this.database.run(async () => {
      const expired = await this.sessions.claimExpired(this.own.now(), BATCH);
      for (const ref of expired) {
        const room = await this.sessions.get(ref);
        await this.takes.stopRunning(room, now);
        await this.rooms.empty(room, now);
        const data = { sessionId: ref.id };
        this.outbox.add(createEvent(SessionExpired, ref.organizationId, data, now));
      }
      return expired.length;
    });
  }
}
