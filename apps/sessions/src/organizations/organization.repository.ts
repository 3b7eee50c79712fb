import { Injectable } from '@nestjs/common';
import type { Branding } from '@capture/contracts';
import { Database } from '@capture/persistence';

interface OrganizationState extends Branding {
  id: string;
  paused: boolean;
  revision: number;
}

/** Local copy of what sessions need of organizations, kept by events: guests' calls carry no principal that says it. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  /** Events may arrive late or twice: only a newer revision changes anything. */
  async apply({ id, paused, revision, name, colour, logo }: OrganizationState): Promise<void> {
    await this.database.execute(
      `INSERT INTO organization (id, paused, revision, name, colour, logo) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET paused = EXCLUDED.paused, revision = EXCLUDED.revision,
         name = EXCLUDED.name, colour = EXCLUDED.colour, logo = EXCLUDED.logo
       WHERE organization.revision < EXCLUDED.revision`,
      id,
      paused,
      revision,
      name,
      colour,
      logo,
    );
  }

  /** False for an organization that no event has named yet. */
  async isPaused(id: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ paused: boolean }>(
      'SELECT paused FROM organization WHERE id = $1',
      id,
    );
    return row?.paused ?? false;
  }

  /** Null for an organization that has not changed since branding came here. */
  async brandingOf(id: string): Promise<Branding | null> {
    const [row] = await this.database.query<{ [K in keyof Branding]: Branding[K] | null }>(
      'SELECT name, colour, logo FROM organization WHERE id = $1',
      id,
    );
    return row?.name == null ? null : { ...row, name: row.name };
  }
}
