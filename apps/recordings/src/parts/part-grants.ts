import { Injectable } from '@nestjs/common';
import { AppError, type PartGrant } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { SignedQuery } from '../store/signed-query.js';

/** Authority to send the bytes of one part, once, before it expires or a newer grant is made. */
export interface PartAuthority {
  uploadId: string;
  number: number;
  size: number;
  sha256: string;
  generation: number;
}

function path(uploadId: string, number: number | string): string {
  return `/v1/uploads/${uploadId}/parts/${number}`;
}

/** Makes and reads the URLs that parts are sent to. */
@Injectable()
export class PartGrants {
  private readonly query: SignedQuery;

  constructor(
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {
    this.query = new SignedQuery(config.CAPTURE_GRANT_SECRET, 'part');
  }

  issue(authority: PartAuthority): PartGrant {
    const { uploadId, number, size, sha256, generation } = authority;
    const expires = Math.floor(this.clock.now().getTime() / 1000) + this.config.CAPTURE_PART_GRANT_SEC;
    const query = this.query.sign(path(uploadId, number), { size, sha256, generation, expires });
    return {
      number,
      method: 'PUT',
      url: `${this.config.CAPTURE_PUBLIC_URL}/api${path(uploadId, number)}?${query}`,
      headers: {
        'content-type': 'application/octet-stream',
        // RFC 9530.
        'content-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      },
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  }

  /** @throws AppError `link_expired` when the URL was altered or its time is over. */
  read(uploadId: string, number: string, queryText: string): PartAuthority {
    const signed = this.query.verify(path(uploadId, number), queryText);
    const expires = Number(signed?.get('expires'));
    if (!signed || this.clock.now().getTime() >= expires * 1000) {
      throw new AppError('link_expired', 'This part URL is altered or no longer valid; ask for a new grant.');
    }
    return {
      uploadId,
      number: Number(number),
      size: Number(signed.get('size')),
      sha256: signed.get('sha256') ?? '',
      generation: Number(signed.get('generation')),
    };
  }
}
