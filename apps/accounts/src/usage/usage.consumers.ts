import { Controller, Logger } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  parseEvent,
  RecordingDeleted,
  RecordingTrackAvailable,
  type EventEnvelope,
} from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { UsageRepository } from './usage.repository.js';

const CONSUMER = 'usage';

/** Keeps the usage ledger by what recordings report. */
@Controller()
export class UsageConsumers {
  private readonly logger = new Logger(UsageConsumers.name);

  constructor(
    private readonly inbox: Inbox,
    private readonly ledger: UsageRepository,
  ) {}

  @EventPattern('recording.track_available')
  async trackAvailable(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, occurredAt, data } = parseEvent(RecordingTrackAvailable, envelope);
    const { trackId, recordingId, sessionId, durationSec, sizeBytes } = data;
    if (durationSec === undefined)
      this.logger.warn({ trackId }, 'a track came without its duration: it counts 0 s');
    const entry = {
      trackId,
      organizationId,
      recordingId,
      source: sessionId === null ? ('capture_request' as const) : ('session' as const),
      durationSec: durationSec ?? 0,
      sizeBytes: sizeBytes ?? 0,
      collectedAt: new Date(occurredAt),
    };
    await this.inbox.once(CONSUMER, envelope.id, () => this.ledger.add(entry));
  }

  @EventPattern('recording.deleted')
  async recordingDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { occurredAt, data } = parseEvent(RecordingDeleted, envelope);
    await this.inbox.once(CONSUMER, envelope.id, () =>
      this.ledger.free(data.recordingId, new Date(occurredAt)),
    );
  }
}
