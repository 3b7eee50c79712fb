import { Injectable } from '@nestjs/common';
import { MAX_CONNECTIONS } from '../upstreams/upstreams.js';
import { Readers } from './readers.js';

/**
 * Who is being sent other answers that are too large to be held here: each keeps a connection to its service until it was read.
 * Together they may use half of the connections to a service. The other half is left for calls with small answers.
 */
@Injectable()
export class AnswerReaders extends Readers {
  constructor() {
    super({
      places: MAX_CONNECTIONS / 2,
      lookEveryMs: 1_000,
      mostUnreadLooks: 30,
      refusal: 'Too many large answers at once.',
    });
  }
}
