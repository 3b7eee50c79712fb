import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { createEvent, SessionExpired } from '@capture/contracts';
import { Outbox } from '@capture/messaging';
import { Clock, PeriodicJob } from '@capture/platform';
import { Database } from '@capture/persistence';
import { SessionsConfig } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { SessionEndService } from './session-end.service.js';
import { RoomService } from '../rooms/room.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const BATCH = 100;

/** States that rooms expired, once each, and finishes ends that were cut off. Any number of processes may run it. */
@Injectable()
export class SessionSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly db: Database<PrismaClient>,
    private readonly sessions: SessionRepository,
    private readonly rooms: RoomService,
    private readonly ends: SessionEndService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {
    this.job = new PeriodicJob('session-sweep', config.CAPTURE_SESSION_SWEEP_MS, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  sweep(): Promise<void> {
    return this.db.forEveryOrganization('rooms of all expire', () => this.sweepAll());
  }

  private async sweepAll(): Promise<void> {
    while ((await this.expire()) === BATCH);
    const before = new Date(this.clock.now().getTime() - this.config.CAPTURE_SESSION_SETTLE_SEC * 1000);
    for (const ref of await this.sessions.unfinished(before, BATCH))
      await this.db.forOrganization(ref.organizationId, () => this.ends.promote(ref));
  }

  private expire(): Promise<number> {
    const now = this.clock.now();
    return this.db.run(async () => {
      const expired = await this.sessions.claimExpired(now, BATCH);
      for (const ref of expired) {
        await this.rooms.empty(await this.sessions.get(ref), now);
        const data = { sessionId: ref.id };
        await this.outbox.add(createEvent(SessionExpired, ref.organizationId, data, now));
      }
      return expired.length;
    });
  }
}
