import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

export interface PersonErasure {
  id: string;
  organizationId: string;
  counts: Record<string, number>;
  erasedAt: Date;
}

/** What erasures removed: a repeat is answered from it. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** A repeat that arrives meanwhile waits until the running transaction ends. */
  lock(id: string): Promise<void> {
    return this.database.lock(`erasure ${id}`);
  }

  async countsOf(organizationId: string, id: string): Promise<PersonErasure['counts'] | undefined> {
    const row = await this.database.client.personErasure.findFirst({ where: { id, organizationId } });
    return row?.counts as PersonErasure['counts'] | undefined;
  }

  async insert(erasure: PersonErasure): Promise<void> {
    await this.database.client.personErasure.create({ data: erasure });
  }
}
