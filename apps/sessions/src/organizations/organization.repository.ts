import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** Local copy of what sessions need of organizations, kept by events: guests' calls carry no principal that says it. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  /** Events may arrive late or twice: only a newer revision changes anything. */
  async apply(organization: { id: string; paused: boolean; revision: number }): Promise<void> {
    await this.database.execute(
      `INSERT INTO organization (id, paused, revision) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET paused = EXCLUDED.paused, revision = EXCLUDED.revision
       WHERE organization.revision < EXCLUDED.revision`,
      organization.id,
      organization.paused,
      organization.revision,
    );
  }

  /** False for an organization that no event has named yet. */
  async isPaused(id: string): Promise<boolean> {
    const [row] = await this.database.query<{ paused: boolean }>(
      'SELECT paused FROM organization WHERE id = $1',
      id,
    );
    return row?.paused ?? false;
  }
}
