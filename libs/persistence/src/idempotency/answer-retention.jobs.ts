import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import { Database } from '../database/database.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;

/** Deletes stored answers that no repeat gets any more, in small batches. */
@Injectable()
export class AnswerRetentionJobs {
  constructor(
    private readonly database: Database,
    private readonly answers: StoredAnswerRepository,
  ) {}

  @Every(EVERY_MS)
  prune(): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', async () => {
      while ((await this.answers.prune(BATCH)) === BATCH);
    });
  }
}
