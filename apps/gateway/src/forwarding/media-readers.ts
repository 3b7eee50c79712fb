import { Injectable } from '@nestjs/common';
import { MAX_MEDIA_ANSWERS } from '../upstreams/media-limits.js';
import { Readers } from './readers.js';

/**
 * Who is being sent media. Their places are counted apart from those of calls. An answer that its caller does not read for two
 * minutes gives its place back, and when all places are taken, one that is not read for ten seconds. A player that was paused for
 * longer asks again for what is missing.
 */
@Injectable()
export class MediaReaders extends Readers {
  constructor() {
    super({
      places: MAX_MEDIA_ANSWERS,
      lookEveryMs: 10_000,
      mostUnreadLooks: 12,
      refusal: 'Too many downloads at once.',
    });
  }
}
