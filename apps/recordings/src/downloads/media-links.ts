import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { RENDITIONS, type RenditionName } from '../store/object-keys.js';
import type { LinkedFile } from '../store/object-store.js';
import { SignedQuery } from '../store/signed-query.js';

/** Which file a URL leads to, and what a browser does that opens it. */
export interface LinkedMedia {
  rendition: 'original' | RenditionName;
  disposition: LinkedFile['disposition'];
}

/** Makes and checks the URLs that tracks are downloaded and played from. */
@Injectable()
export class MediaLinks {
  private readonly query: SignedQuery;

  constructor(
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {
    this.query = new SignedQuery(config.CAPTURE_GRANT_SECRET, 'media');
  }

  issue(trackId: string, expiresAt: Date, { rendition, disposition }: LinkedMedia): string {
    const path = `/v1/media/${trackId}`;
    const parameters: Record<string, string | number> = { expires: expiresAt.getTime() };
    if (rendition !== 'original') parameters['rendition'] = rendition;
    if (disposition !== 'attachment') parameters['disposition'] = disposition;
    const query = this.query.sign(path, parameters);
    return `${this.config.CAPTURE_PUBLIC_URL}/api${path}?${query}`;
  }

  /** @throws AppError `link_expired` when it was altered or its time is over. */
  check(trackId: string, queryText: string): LinkedMedia {
    const signed = this.query.verify(`/v1/media/${trackId}`, queryText);
    const rendition = RENDITIONS.find((name) => name === signed?.get('rendition')) ?? 'original';
    if (!signed?.has('expires') || this.clock.now().getTime() >= Number(signed.get('expires'))) {
      throw new AppError(
        'link_expired',
        'This download URL is altered or no longer valid; mint another one.',
      );
    }
    return { rendition, disposition: signed.get('disposition') === 'inline' ? 'inline' : 'attachment' };
  }
}
