import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

export interface OrganizationState {
  id: string;
  paused: boolean;
  submissionCap: number;
  revision: number;
  /** What respondents read. */
  name: string;
  colour: string | null;
  logo: string | null;
}

/** Projection of organizations, kept up to date by events of the accounts service. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  /** Ignores late and repeated events: only a newer revision is applied. */
  async apply(state: OrganizationState): Promise<void> {
    await this.database.execute(
      `INSERT INTO organization (id, paused, submission_cap, revision, name, colour, logo) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET paused = EXCLUDED.paused, submission_cap = EXCLUDED.submission_cap,
         revision = EXCLUDED.revision, name = EXCLUDED.name, colour = EXCLUDED.colour, logo = EXCLUDED.logo
       WHERE organization.revision < EXCLUDED.revision`,
      state.id,
      state.paused,
      state.submissionCap,
      state.revision,
      state.name,
      state.colour,
      state.logo,
    );
  }
}
