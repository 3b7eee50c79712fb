import { Injectable } from '@nestjs/common';
import { isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Consent, Submission } from './submission.model.js';

const SELECT = `SELECT s.id, s.organization_id AS "organizationId", s.capture_request_id AS "captureRequestId",
    s.contact_id AS "contactId", s.person, s.display_name AS "displayName", s.recording_id AS "recordingId",
    s.duration_sec AS "durationSec", s.via_open_link AS "viaOpenLink", s.created_at AS "createdAt",
    s.previous_take_at AS "previousTakeAt", s.footage_expired_at AS "footageExpiredAt",
    n.text, n.version, n.accepted_at AS "acceptedAt", n.ip_address AS "ipAddress", n.subject_name AS "subjectName"
  FROM submission s LEFT JOIN consent n ON n.submission_id = s.id`;

type Row = Omit<Submission, 'consent'> & (Consent | { [Member in keyof Consent]: null });

function toSubmission({ text, version, acceptedAt, ipAddress, subjectName, ...rest }: Row): Submission {
  return {
    ...rest,
    consent: text === null ? null : ({ text, version, acceptedAt, ipAddress, subjectName } as Consent),
  };
}

@Injectable()
export class SubmissionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(captureRequestId: string, id: string): Promise<Submission | undefined> {
    if (!isId('submission', id)) return undefined;
    return this.one(`${SELECT} WHERE s.id = $1 AND s.capture_request_id = $2`, id, captureRequestId);
  }

  /** The person's answer to the request; there is at most one. */
  async findLive(captureRequestId: string, person: string): Promise<Submission | undefined> {
    return this.one(`${SELECT} WHERE s.capture_request_id = $1 AND s.person = $2`, captureRequestId, person);
  }

  async list(captureRequestId: string, cursor: string | undefined, take: number): Promise<Submission[]> {
    const sql = `${SELECT} WHERE s.capture_request_id = $1 AND ($2::text IS NULL OR s.id < $2) ORDER BY s.id DESC LIMIT $3`;
    return (await this.database.query<Row>(sql, captureRequestId, cursor ?? null, take)).map(toSubmission);
  }

  async insert({ consent, ...submission }: Submission): Promise<void> {
    await this.database.client.submission.create({ data: submission });
    if (consent) await this.insertConsent(submission, consent);
  }

  async insertConsent(
    submission: Pick<Submission, 'id' | 'organizationId' | 'captureRequestId'>,
    consent: Consent,
  ): Promise<void> {
    const { id: submissionId, organizationId, captureRequestId } = submission;
    await this.database.client.consent.create({
      data: { ...consent, submissionId, organizationId, captureRequestId },
    });
  }

  /** Deletes the submission with its consent. */
  async delete(id: string): Promise<void> {
    await this.database.client.consent.deleteMany({ where: { submissionId: id } });
    await this.database.client.submission.delete({ where: { id } });
  }

  /** The answers of a contact, with their recordings. */
  footageOfContact(contactId: string): Promise<SubmissionFootage[]> {
    return this.database.client.submission.findMany({
      where: { contactId },
      select: { id: true, recordingId: true },
    });
  }

  /** Replaces what a contact's answers say who they are of. Their consents stay as they are. */
  async rename(contactId: string, displayName: string): Promise<void> {
    await this.database.client.submission.updateMany({ where: { contactId }, data: { displayName } });
  }

  /** Detaches deleted footage from its submission. `expiredAt` is null where it does not count as expired. */
  async detachRecording(
    organizationId: string,
    recordingId: string,
    expiredAt: Date | null,
  ): Promise<DetachedSubmission | undefined> {
    const [row] = await this.database.query<DetachedSubmission>(
      `UPDATE submission s SET recording_id = NULL, footage_expired_at = $3::timestamptz FROM capture_request c
       WHERE s.recording_id = $2 AND s.organization_id = $1 AND c.id = s.capture_request_id
       RETURNING s.id, s.capture_request_id AS "captureRequestId", c.metadata`,
      organizationId,
      recordingId,
      expiredAt,
    );
    return row;
  }

  private async one(sql: string, ...values: unknown[]): Promise<Submission | undefined> {
    const [row] = await this.database.prepared<Row>(sql, ...values);
    return row && toSubmission(row);
  }
}

export interface SubmissionFootage {
  id: string;
  recordingId: string | null;
}

export interface DetachedSubmission {
  id: string;
  captureRequestId: string;
  metadata: string;
}
