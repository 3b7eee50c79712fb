import { Injectable } from '@nestjs/common';
import {
  AppError,
  readPage,
  type OrganizationPrincipal,
  type PageQuery,
  type UploadPhase,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { SessionRepository } from '../sessions/session.repository.js';
import type { TrackProgressDto, TrackProgressPageDto } from './track.dto.js';
import { uploadIdOf, type Track } from './track.model.js';
import { TrackRepository } from './track.repository.js';

/** Questions to the recordings service at once, of one call. */
const AT_ONCE = 5;

type Progress = Pick<TrackProgressDto, 'state' | 'storedBytes' | 'sizeBytes'>;

/** How far the tracks of a session are, for those who watch it without being in its room. */
@Injectable()
export class TrackProgressService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tracks: TrackRepository,
    private readonly commands: Commands,
  ) {}

  /**
   * Asks the recordings service about the tracks of the page that are not complete.
   * @throws AppError `not_found`, `invalid_cursor`, or `service_unavailable` when the recordings service does not answer
   */
  async list(
    { organizationId }: OrganizationPrincipal,
    sessionId: string,
    query: PageQuery,
  ): Promise<TrackProgressPageDto> {
    await this.sessions.openedAt({ id: sessionId, organizationId });
    const { data, nextCursor } = await readPage(query, this.tracks.listed(sessionId), (track) => track);
    const shown: TrackProgressDto[] = [];
    for (let from = 0; from < data.length; from += AT_ONCE) {
      const some = data.slice(from, from + AT_ONCE);
      shown.push(...(await Promise.all(some.map((track) => this.progressOf(organizationId, track)))));
    }
    return { data: shown, nextCursor };
  }

  private async progressOf(organizationId: string, track: Track): Promise<TrackProgressDto> {
    const { id, participantId, takeNumber, kind, createdAt } = track;
    const progress = await this.measured(organizationId, track);
    return { id, participantId, takeNumber, kind, ...progress, createdAt: createdAt.toISOString() };
  }

  private async measured(organizationId: string, track: Track): Promise<Progress> {
    const { completed, storedBytes, sizeBytes } = track;
    if (completed) return { state: 'completed', storedBytes, sizeBytes };
    const { phase, stored } = await this.upload(organizationId, uploadIdOf(track));
    return { state: phase, storedBytes: stored, sizeBytes: Math.max(stored, sizeBytes) };
  }

  /** A track whose upload could not be opened yet has none of its bytes stored. */
  private async upload(
    organizationId: string,
    uploadId: string,
  ): Promise<{ phase: UploadPhase; stored: number }> {
    try {
      const ref = { organizationId, uploadId };
      const { phase, storedBytes = 0 } = await this.commands.send('recordings.upload_state', ref);
      return { phase, stored: storedBytes };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return { phase: 'open', stored: 0 };
      throw error;
    }
  }
}
