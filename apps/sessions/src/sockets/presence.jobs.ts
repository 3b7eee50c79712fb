import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, PeriodicJob } from '@capture/platform';
import { Database } from '@capture/persistence';
import { SessionsConfig } from '../config.js';
import { ParticipantRepository, type ParticipantRef } from '../rooms/participant.repository.js';
import { RoomHub } from './room-hub.js';
import { RoomService } from '../rooms/room.service.js';

const BATCH = 100;

/**
 * Keeps presence true: notes which sockets of this process are there, and lets those leave of whom nothing was seen for
 * a while, whichever process had their sockets. Any number of processes may run it.
 */
@Injectable()
export class PresenceJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly db: Database,
    private readonly participants: ParticipantRepository,
    private readonly rooms: RoomService,
    private readonly hub: RoomHub,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {
    this.job = new PeriodicJob('room-presence', config.CAPTURE_ROOM_HEARTBEAT_MS, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  run(): Promise<void> {
    return this.db.forEveryOrganization('people of all come and go', async () => {
      await this.beat();
      await this.sweep();
    });
  }

  private async beat(): Promise<void> {
    const { connections } = this.hub;
    for (const connection of connections) connection.ping();
    const ids = connections.filter(({ isOpen, isWelcome }) => isOpen && isWelcome).map(({ id }) => id);
    if (ids.length === 0) return;
    const known = new Set(await this.participants.seen(ids, this.clock.now()));
    this.hub.drop(new Set(ids.filter((id) => !known.has(id))));
  }

  private async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.config.CAPTURE_ROOM_GRACE_SEC * 1000);
    let absent: ParticipantRef[];
    do {
      absent = await this.participants.absent(before, BATCH);
      for (const ref of absent)
        await this.db.forOrganization(ref.organizationId, () => this.rooms.leaveAbsent(ref, before));
    } while (absent.length === BATCH);
  }
}
