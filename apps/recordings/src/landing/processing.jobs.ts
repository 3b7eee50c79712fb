import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { ProcessingService } from './processing.service.js';

@Injectable()
export class ProcessingJobs {
  constructor(private readonly processing: ProcessingService) {}

  /** Goes on with completed uploads whose reading broke off: by a process that died, or a store that failed. */
  @Every((config: RecordingsConfig) => config.CAPTURE_UPLOAD_SWEEP_SEC * 1000)
  async resume(): Promise<void> {
    await this.processing.runWaiting();
  }
}
