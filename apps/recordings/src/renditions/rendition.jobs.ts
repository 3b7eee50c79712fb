import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { RenditionMaker } from './rendition-maker.js';

@Injectable()
export class RenditionJobs {
  constructor(private readonly maker: RenditionMaker) {}

  /** Makes what was asked for and left undone: by a process that died, or one whose store failed. */
  @Every((config: RecordingsConfig) => config.CAPTURE_UPLOAD_SWEEP_SEC * 1000)
  async resume(): Promise<void> {
    await this.maker.runWaiting();
  }
}
