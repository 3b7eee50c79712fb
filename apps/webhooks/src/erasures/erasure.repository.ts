import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ERASED, type AddressPattern } from './address-pattern.model.js';

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

  /** How many events held the address. Later attempts and replays send what is stored then. */
  eraseFromEvents(organizationId: string, { exact, rough }: AddressPattern): Promise<number> {
    return this.database.execute(
      `UPDATE event SET body = regexp_replace(body, $2, $3, 'gi') WHERE organization_id = $1 AND body ~* $4 AND body ~* $2`,
      organizationId,
      exact,
      ERASED,
      rough,
    );
  }

  /** How many attempts had an answer, or an error, with the address. */
  eraseFromAttempts(organizationId: string, { exact, rough }: AddressPattern): Promise<number> {
    return this.database.execute(
      `UPDATE attempt SET response_body = regexp_replace(response_body, $2, $3, 'gi'), error = regexp_replace(error, $2, $3, 'gi')
       FROM delivery WHERE delivery.id = attempt.delivery_id AND delivery.organization_id = $1
         AND (attempt.response_body ~* $4 AND attempt.response_body ~* $2 OR attempt.error ~* $4 AND attempt.error ~* $2)`,
      organizationId,
      exact,
      ERASED,
      rough,
    );
  }
}
