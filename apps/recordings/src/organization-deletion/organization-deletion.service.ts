import { Injectable } from '@nestjs/common';
import type { DeletedOrganization, DeleteOrganization } from '@capture/contracts';
import { Database, OrganizationRemoval } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { UploadPurge } from '../deletion/upload-purge.js';
import { ObjectStore } from '../store/object-store.js';
import { OrganizationMediaRepository } from './organization-media.repository.js';
import { ORGANIZATION_TABLES } from './organization-tables.js';

const BATCH = 20;
/** Leaves the command time to remove rows, and to answer. */
const BUDGET_MS = 2_000;

/** Deletes an organization's footage: first the bytes, then the rows that know of them (ADR 49). */
@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly database: Database,
    private readonly removal: OrganizationRemoval,
    private readonly media: OrganizationMediaRepository,
    private readonly purge: UploadPurge,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** @throws whatever the store throws that keeps bytes: nothing is said to be gone that is not. */
  async delete(deletion: DeleteOrganization): Promise<DeletedOrganization> {
    const { organizationId } = deletion;
    const end = Date.now() + BUDGET_MS;
    await this.removal.begin(deletion);
    while ((await this.endUploads(organizationId)) > 0 && Date.now() < end);
    while ((await this.removeMedia(organizationId)) > 0 && Date.now() < end);
    const progress = await this.removal.remove(deletion, ORGANIZATION_TABLES);
    return progress.done ? { ...progress, done: await this.storeIsEmpty(organizationId) } : progress;
  }

  private endUploads(organizationId: string): Promise<number> {
    return this.database.run(async () => {
      const ended = await this.media.end(organizationId, this.clock.now(), BATCH);
      const bytes = ended.reduce((sum, upload) => sum + upload.bytes, 0);
      if (bytes > 0) await this.removal.count(organizationId, { bytes });
      return ended.length;
    });
  }

  private async removeMedia(organizationId: string): Promise<number> {
    const ids = await this.media.uncleared(organizationId, BATCH);
    await Promise.all(ids.map((id) => this.purge.run({ organizationId, id })));
    return ids.length;
  }

  /** Bytes that no row knows of go as well. What was found is looked for once more, by the next call. */
  private async storeIsEmpty(organizationId: string): Promise<boolean> {
    const keys: string[] = [];
    for await (const { key } of this.store.list(`${organizationId}/`)) {
      keys.push(key);
      if (keys.length === BATCH) break;
    }
    await this.store.remove(keys);
    return keys.length === 0;
  }
}
