import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import { inBatches } from '../database/batches.js';
import { Database } from '../database/database.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';

const EVERY_MS = 10 * 60_000;

/** Deletes stored answers that no repeat gets any more, in small batches. */
@Injectable()
export class AnswerRetentionJobs {
  constructor(
    private readonly database: Database,
    private readonly answers: StoredAnswerRepository,
  ) {}

  @Every(EVERY_MS)
  prune(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', () =>
      inBatches(signal, (limit) => this.answers.prune(limit)),
    );
  }
}
