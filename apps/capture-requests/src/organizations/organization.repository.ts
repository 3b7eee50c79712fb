import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

export interface OrganizationState {
  id: string;
  paused: boolean;
  submissionCap: number;
  revision: number;
}

/** Local picture of organizations, fed by events. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Events may arrive late or twice: only a newer revision changes anything. */
  async apply({ id, paused, submissionCap, revision }: OrganizationState): Promise<void> {
    await this.db.execute(
      `INSERT INTO organization (id, paused, submission_cap, revision) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET paused = EXCLUDED.paused, submission_cap = EXCLUDED.submission_cap, revision = EXCLUDED.revision
       WHERE organization.revision < EXCLUDED.revision`,
      id,
      paused,
      submissionCap,
      revision,
    );
  }
}
