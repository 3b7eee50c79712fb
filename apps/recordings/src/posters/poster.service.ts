import { Injectable } from '@nestjs/common';
import { notFound } from '@capture/contracts';
import { RecordingRepository } from '../library/recording.repository.js';
import { TakeFiles } from '../takes/take-files.js';
import { posterOf } from './poster.js';
import { shownOf } from './shown-track.js';

/** One picture of each recording, made when it is asked for and kept nowhere (ADR 60). */
@Injectable()
export class PosterService {
  constructor(
    private readonly recordings: RecordingRepository,
    private readonly files: TakeFiles,
  ) {}

  /** @returns null where there is nothing to see: sound alone, nothing that has arrived, or footage that is gone */
  async of(organizationId: string, id: string): Promise<Buffer | null> {
    const recording = await this.recordings.find(organizationId, id);
    if (!recording) throw notFound('recording');
    const track = shownOf(await this.recordings.tracksOf([id]));
    return track ? posterOf(await this.files.open(track)) : null;
  }
}
