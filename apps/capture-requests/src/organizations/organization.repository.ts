import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

export interface OrganizationState {
  id: string;
  paused: boolean;
  submissionCap: number;
  revision: number;
}

/** Projection of organizations, kept up to date by events of the accounts service. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  /** Ignores late and repeated events: only a newer revision is applied. */
  async apply({ id, paused, submissionCap, revision }: OrganizationState): Promise<void> {
    await this.database.execute(
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
