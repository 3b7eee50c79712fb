import { Injectable } from '@nestjs/common';
import { notFound, readPage, type Page, type PageQuery } from '@capture/contracts';
import {
  toListedRecordingDto,
  toRecordingDto,
  type ListedRecordingDto,
  type RecordingDto,
} from './recording.dto.js';
import { RecordingRepository } from './recording.repository.js';

/** Gaps and manifests of one answer. Those of long recordings sent in the smallest parts have half a megabyte for each track. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Reads the library of recordings. */
@Injectable()
export class RecordingService {
  constructor(private readonly recordings: RecordingRepository) {}

  list(organizationId: string, query: PageQuery): Promise<Page<ListedRecordingDto>> {
    const rows = {
      has: async (cursor: string) => (await this.recordings.find(organizationId, cursor)) !== undefined,
      after: async (cursor: string | undefined, take: number) => {
        const found = await this.recordings.page(organizationId, cursor, take);
        const tracks = await this.recordings.wholeTracksOf(
          found.map((row) => row.id),
          MOST_BYTES,
        );
        return found.map((row) => toListedRecordingDto(row, tracks));
      },
    };
    return readPage(query, rows, (recording) => recording);
  }

  async read(organizationId: string, id: string): Promise<RecordingDto> {
    const recording = await this.recordings.find(organizationId, id);
    if (!recording) throw notFound('recording');
    return toRecordingDto(recording, await this.recordings.wholeTracksOf([id], MOST_BYTES));
  }
}
