import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, notFound, type CompletedUpload, type CompleteUpload } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { DirectParts } from '../parts/direct-parts.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { PartRepository } from '../takes/part.repository.js';
import { isLive, isUnfinished, verifyListing } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';
import { checkClientManifest, claimsOf } from './manifest.model.js';
import { ProcessingRepository } from './processing.repository.js';
import { givenUp, ProcessingService, type Outcome } from './processing.service.js';

/** How long a call waits, below the time limit of its callers: the next call finds what came of it afterwards. */
const WAIT_MS = 25_000;
/** Pause between polls of an upload that another process reads. */
const POLL_MS = 200;
/** The same while it waits here for its turn: another process may come to it first. */
const LOOK_MS = 2_000;

/** Turns a finished upload into a track. The call is kept first, then carried out: by this process or the next one. */
@Injectable()
export class CompletionService {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly rows: ProcessingRepository,
    private readonly sessions: SessionRecordingService,
    private readonly direct: DirectParts,
    private readonly processing: ProcessingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: a repeat, at any time, gets the first answer. A refusal changes nothing and may be followed by another
   * try. A call that arrives while the file is being read waits for that reading; whether it ends well or not, it goes on
   * from there.
   */
  async complete(payload: CompleteUpload): Promise<CompletedUpload> {
    const completion = JSON.stringify({ ...payload, manifest: claimsOf(payload.manifest) });
    const call = JSON.parse(completion) as CompleteUpload;
    const until = performance.now() + WAIT_MS;
    let run: Promise<Outcome | undefined> | undefined;
    for (let left = WAIT_MS; left > 0; left = until - performance.now()) {
      const upload = await this.uploads.find(payload.organizationId, payload.uploadId);
      if (!upload) throw notFound('upload');
      if (upload.answer !== null) return JSON.parse(upload.answer) as CompletedUpload;
      if (!isUnfinished(upload.state)) throw givenUp();
      if (upload.state === 'failed') throw beingRead('The file could not be read yet; nothing is lost.');
      // Given back by the run under way, it has been refused, and its run says so.
      if (!run && isLive(upload.state)) await this.enqueue(upload, call, completion);
      run ??= this.processing.run(payload);
      const look = pause(Math.min(left, LOOK_MS), 'look' as const, { ref: false });
      const outcome = await Promise.race([run, look]);
      if (outcome === 'look') continue;
      run = undefined;
      if (!outcome) await pause(POLL_MS);
      else if ('answer' in outcome) return outcome.answer;
      else if (outcome.completion === completion) throw outcome.refusal;
    }
    throw beingRead('The file is still being read; complete again for the answer.');
  }

  /** Keeps the call, once what it lists was found. @throws AppError `invalid_input` naming the field. */
  private async enqueue(upload: UploadRow, call: CompleteUpload, completion: string): Promise<void> {
    checkClientManifest(call.manifest);
    await this.direct.count(call);
    await this.database.run(async () => {
      const current = await this.uploads.lock(upload.organizationId, upload.id);
      if (!current || !isLive(current.state)) return;
      verifyListing(current, call, await this.parts.stored(current.id));
      await this.rows.enqueue(current.id, completion, this.clock.now());
      await this.sessions.processTrack(current);
    });
  }
}

function beingRead(detail: string): AppError {
  return new AppError('service_unavailable', detail, { retryAfterSec: 5 });
}
