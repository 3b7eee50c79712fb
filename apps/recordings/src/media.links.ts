import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from './config.js';
import { SignedQuery } from './signed-query.js';

/** Makes and checks the URLs that tracks are downloaded from. */
@Injectable()
export class MediaLinks {
  private readonly query: SignedQuery;

  constructor(
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {
    this.query = new SignedQuery(config.CAPTURE_GRANT_SECRET, 'media');
  }

  issue(trackId: string, expiresAt: Date): string {
    const path = `/v1/media/${trackId}`;
    const query = this.query.sign(path, { expires: expiresAt.getTime() });
    return `${this.config.CAPTURE_PUBLIC_URL}/api${path}?${query}`;
  }

  /** @throws AppError `link_expired` when the URL was altered or its time is over. */
  check(trackId: string, queryText: string): void {
    const expires = this.query.verify(`/v1/media/${trackId}`, queryText)?.get('expires');
    if (expires === undefined || this.clock.now().getTime() >= Number(expires)) {
      throw new AppError(
        'link_expired',
        'This download URL is altered or no longer valid; mint another one.',
      );
    }
  }
}
