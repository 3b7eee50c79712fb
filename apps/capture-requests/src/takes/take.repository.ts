import { Injectable } from '@nestjs/common';
import { isId, type DeletionReason } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Intent, Refusal, Stated, Take } from './take.model.js';

export const TAKE_COLUMNS = `id, organization_id AS "organizationId", capture_request_id AS "captureRequestId", contact_id AS "contactId",
  campaign_id AS "campaignId", link_version AS "linkVersion", person, client_take_id AS "clientTakeId",
  display_name AS "displayName", duration_sec AS "durationSec", size_bytes::float8 AS "sizeBytes", content_type AS "contentType",
  sha256, release_accepted AS "releaseAccepted", release_number AS "releaseNumber", manifest,
  previous_submission_id AS "previousSubmissionId", part_size AS "partSize", state, opened_at AS "openedAt",
  opened_from AS "openedFrom", empty_since AS "emptySince",
  submission_id AS "submissionId", accepted_at AS "acceptedAt", ip_address AS "ipAddress", consent_number AS "consentNumber", digests, attempts, refusal,
  footage_deleted_at AS "footageDeletedAt", footage_deleted_for AS "footageDeletedFor"`;

/** An open link as it stands. */
export interface Campaign {
  captureRequestId: string;
  campaignId: string;
  linkVersion: number;
}

export type TakeOwner = { captureRequestId: string } | { contactId: string };
export type DeletedTake = Pick<Take, 'id' | 'organizationId' | 'state'>;

@Injectable()
export class TakeRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  find(id: string): Promise<Take | undefined> {
    return this.one(`SELECT ${TAKE_COLUMNS} FROM take WHERE id = $1`, id);
  }

  /** Locks the row until the transaction ends. Whoever needs the request's lock as well takes that one first. */
  lock(id: string): Promise<Take | undefined> {
    return this.one(`SELECT ${TAKE_COLUMNS} FROM take WHERE id = $1 FOR UPDATE`, id);
  }

  async findByClient(person: string, clientTakeId: string): Promise<Take | undefined> {
    const sql = `SELECT ${TAKE_COLUMNS} FROM take WHERE person = $1 AND client_take_id = $2`;
    const [row] = await this.database.query<Take>(sql, person, clientTakeId);
    return row;
  }

  async insert(take: Take): Promise<void> {
    await this.database.client.take.create({ data: { ...take, sizeBytes: BigInt(take.sizeBytes) } });
  }

  async setPartSize(id: string, partSize: number): Promise<void> {
    await this.database.client.take.updateMany({ where: { id }, data: { partSize } });
  }

  async setLinkVersion(id: string, linkVersion: number): Promise<void> {
    await this.database.client.take.updateMany({ where: { id }, data: { linkVersion } });
  }

  /** Does nothing once a complete call has recorded its intent: what counts is what had been stated by then. */
  async restate(id: string, stated: Stated): Promise<void> {
    await this.database.client.take.updateMany({ where: { id, state: 'open' }, data: stated });
  }

  /** Takes of one person that are neither landed nor refused. Takes of a void link do not count. */
  async countUnfinished(person: string, linkVersion: number): Promise<number> {
    return this.database.client.take.count({
      where: { person, linkVersion, state: { in: ['open', 'completing'] } },
    });
  }

  /** Unfinished takes of an open link that have a part. One without costs others nothing and soon expires. */
  async countUnfinishedOfCampaign({ captureRequestId, campaignId, linkVersion }: Campaign): Promise<number> {
    const counting = [{ state: 'open', emptySince: null }, { state: 'completing' }];
    return this.database.client.take.count({
      where: { captureRequestId, campaignId, linkVersion, OR: counting },
    });
  }

  /** Unfinished takes of an open link that were opened from one network, with or without parts. */
  async countUnfinishedFrom(
    openedFrom: string,
    { captureRequestId, campaignId, linkVersion }: Campaign,
  ): Promise<number> {
    const state = { in: ['open', 'completing'] };
    return this.database.client.take.count({
      where: { captureRequestId, campaignId, linkVersion, openedFrom, state },
    });
  }

  /** Notes that a part is stored. */
  async markStored(id: string): Promise<void> {
    await this.database.prepared('UPDATE take SET empty_since = NULL WHERE id = $1', id);
  }

  /** Notes that the device of a take without parts still asks for it. */
  async markAwaited(id: string, at: Date): Promise<void> {
    await this.database.prepared(
      'UPDATE take SET empty_since = $2 WHERE id = $1 AND empty_since < $2',
      id,
      at,
    );
  }

  async intend(id: string, intent: Intent): Promise<void> {
    await this.database.client.take.update({
      where: { id },
      data: { ...intent, state: 'completing', attempts: 0 },
    });
  }

  /**
   * Reopens the take if its recorded intent is still that of `acceptedAt`: the late refusal of an earlier call must not
   * undo a newer one. The take keeps the id of its submission.
   */
  async reopen(id: string, acceptedAt: Date | null): Promise<void> {
    await this.database.client.take.updateMany({
      where: { id, state: 'completing', acceptedAt },
      data: {
        state: 'open',
        acceptedAt: null,
        ipAddress: null,
        consentNumber: null,
        digests: null,
        resumeAt: null,
      },
    });
  }

  async submitted(id: string): Promise<void> {
    await this.database.client.take.update({ where: { id }, data: { state: 'submitted', resumeAt: null } });
  }

  /** Notes that the recording of a take that is about to land was deleted. Waits for a landing that is under way. */
  async noteDeletion(submissionId: string, reason: DeletionReason, at: Date): Promise<void> {
    await this.database.client.take.updateMany({
      where: { submissionId, state: 'completing' },
      data: { footageDeletedAt: at, footageDeletedFor: reason },
    });
  }

  /**
   * Refuses the take for good if it is still as `take` says. False when a newer call has changed it meanwhile, in which
   * case nothing of it may be given up.
   */
  async refuse(
    { id, state, acceptedAt }: Pick<Take, 'id' | 'state' | 'acceptedAt'>,
    refusal: Refusal,
  ): Promise<boolean> {
    const { count } = await this.database.client.take.updateMany({
      where: { id, state, acceptedAt },
      data: { state: 'refused', refusal, resumeAt: null },
    });
    return count === 1;
  }

  /** Does nothing once the upload is open. */
  async deleteUnopened(id: string): Promise<void> {
    await this.database.client.take.deleteMany({ where: { id, partSize: null } });
  }

  /** Does nothing once a complete call has recorded its intent. */
  async deleteUnsubmitted(id: string): Promise<void> {
    await this.database.client.take.deleteMany({ where: { id, state: { in: ['open', 'refused'] } } });
  }

  async postpone(id: string, resumeAt: Date): Promise<void> {
    await this.database.client.take.updateMany({ where: { id, state: 'completing' }, data: { resumeAt } });
  }

  /**
   * Refuses the take that a replaced submission was made of, and forgets what it says of the person. It stays as a memory:
   * a device that never heard of its acceptance sends it again, and must not replace the newer answer.
   */
  async supersedeOfSubmission(submissionId: string): Promise<void> {
    await this.database.client.take.updateMany({
      where: { submissionId, state: 'submitted' },
      data: {
        state: 'refused',
        refusal: 'superseded',
        submissionId: null,
        displayName: '',
        manifest: '{}',
        ipAddress: null,
        consentNumber: null,
        digests: null,
      },
    });
  }

  /** Deletes the takes of a request or contact that is being removed; answers them as they were. */
  deleteOf(owner: TakeOwner): Promise<DeletedTake[]> {
    const [column, id] =
      'contactId' in owner ? ['contact_id', owner.contactId] : ['capture_request_id', owner.captureRequestId];
    return this.database.query<DeletedTake>(
      `DELETE FROM take WHERE ${column} = $1 RETURNING id, organization_id AS "organizationId", state`,
      id,
    );
  }

  /** Leases takes that are stuck in completing to this process until `until`. */
  claimStuck(now: Date, until: Date, limit: number): Promise<Take[]> {
    return this.database.query<Take>(
      `UPDATE take SET attempts = attempts + 1, resume_at = $2
       WHERE id = ANY (ARRAY(SELECT id FROM take WHERE state = 'completing' AND resume_at <= $1 ORDER BY resume_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING ${TAKE_COLUMNS}`,
      now,
      until,
      limit,
    );
  }

  private async one(sql: string, id: string): Promise<Take | undefined> {
    if (!isId('take', id)) return undefined;
    const [row] = await this.database.prepared<Take>(sql, id);
    return row;
  }
}
