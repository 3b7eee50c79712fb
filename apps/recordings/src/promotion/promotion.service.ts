import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { PromotedSession, PromoteSession } from '@capture/contracts';
import { SessionRecordingService } from './session-recording.service.js';

/** A promotion that fails is an outcome, not an error: ending the session again is the recovery. */
@Injectable()
export class PromotionService {
  private readonly logger = new Logger(PromotionService.name);

  constructor(private readonly sessions: SessionRecordingService) {}

  async promote(payload: PromoteSession): Promise<PromotedSession> {
    try {
      return await this.sessions.promote(payload);
    } catch (error) {
      const errorId = randomUUID();
      this.logger.error(
        { err: error, errorId, sessionId: payload.sessionId },
        'promotion failed; the tracks are still held',
      );
      return { promotion: 'failed', savedCount: 0, recordingId: null, errorId };
    }
  }
}
