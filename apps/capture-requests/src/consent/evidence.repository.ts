import { Injectable } from '@nestjs/common';
import { isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import { GENESIS_HASH, type ChainHead, type SealedRecord } from './evidence.model.js';

export interface EvidenceRow {
  /** The signed text. */
  record: string;
  hash: string;
  kid: string;
  signature: string;
}

@Injectable()
export class EvidenceRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Locks the end of the organization's chain until the transaction ends: records are appended one at a time. */
  async lockHead(organizationId: string): Promise<ChainHead> {
    const [head] = await this.database.query<ChainHead>(
      `INSERT INTO evidence_head AS h (organization_id, sequence, hash) VALUES ($1, 0, $2)
       ON CONFLICT (organization_id) DO UPDATE SET sequence = h.sequence RETURNING sequence, hash`,
      organizationId,
      GENESIS_HASH,
    );
    if (!head) throw new Error(`the evidence of ${organizationId} has no head`);
    return head;
  }

  /** Needs the lock of `lockHead`. A single statement, to hold that lock as briefly as possible. */
  async append({ record, text, hash, signature }: SealedRecord): Promise<void> {
    const { submissionId, organizationId, sequence, previousHash } = record;
    await this.database.execute(
      `WITH link AS (
         INSERT INTO evidence (submission_id, organization_id, sequence, previous_hash, hash, record, kid, signature)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8))
       UPDATE evidence_head SET sequence = $3, hash = $5 WHERE organization_id = $2`,
      submissionId,
      organizationId,
      sequence,
      previousHash,
      hash,
      text,
      signature.kid,
      signature.value,
    );
  }

  /** Erases the personal data of a record; its place in the chain stays. */
  async erase(submissionId: string): Promise<void> {
    await this.database.client.evidence.updateMany({ where: { submissionId }, data: { record: null } });
  }

  async find(organizationId: string, submissionId: string): Promise<EvidenceRow | undefined> {
    if (!isId('submission', submissionId)) return undefined;
    const [row] = await this.database.query<EvidenceRow>(
      `SELECT record, hash, kid, signature FROM evidence
       WHERE submission_id = $1 AND organization_id = $2 AND record IS NOT NULL`,
      submissionId,
      organizationId,
    );
    return row;
  }
}
