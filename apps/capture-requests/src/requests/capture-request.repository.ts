import { Injectable } from '@nestjs/common';
import { isId, type ClosedReason } from '@capture/contracts';
import { Database, insertRow, type PreparedStatement } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { CaptureRequest, Status } from './capture-request.model.js';

/** Columns of a request `c` and of the wording `w` it shows. */
export const REQUEST_COLUMNS = `
  c.id, c.organization_id AS "organizationId", c.title, c.prompt, c.status, c.max_duration_sec AS "maxDurationSec",
  c.metadata, c.deadline_at AS "deadlineAt", c.release_required AS "releaseRequired", c.release_number AS "releaseNumber",
  c.release_count AS "releaseCount", c.campaign_id AS "campaignId", c.campaign_version AS "campaignVersion",
  c.campaign_open AS "campaignOpen", c.contact_count AS "contactCount", c.submission_count AS "submissionCount",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.launched_at AS "launchedAt", c.closed_at AS "closedAt",
  c.closed_reason AS "closedReason", w.text AS "releaseText"`;
export const REQUEST_TABLES = `capture_request c
  LEFT JOIN release_wording w ON w.capture_request_id = c.id AND w.number = c.release_number`;

/** Titles that one page of a search looks at, so that a text that nobody used costs no more than this. */
const SEARCHED = 20_000;

/** The status at `$4`. */
const STATUS_NOW: Record<Status, string> = {
  draft: "status = 'draft'",
  active: "(status = 'active' AND (deadline_at IS NULL OR deadline_at > $4))",
  closed: "(status = 'closed' OR (status = 'active' AND deadline_at <= $4))",
};

export interface CaptureRequestRow {
  id: string;
  organizationId: string;
  title: string;
  prompt: string;
  status: Status;
  maxDurationSec: number;
  metadata: string;
  deadlineAt: Date | null;
  releaseRequired: boolean;
  releaseNumber: number | null;
  releaseCount: number;
  releaseText: string | null;
  campaignId: string | null;
  campaignVersion: number;
  campaignOpen: boolean;
  contactCount: number;
  submissionCount: number;
  createdAt: Date;
  updatedAt: Date;
  launchedAt: Date | null;
  closedAt: Date | null;
  closedReason: ClosedReason | null;
}

export function toCaptureRequest(row: CaptureRequestRow): CaptureRequest {
  const {
    releaseRequired,
    releaseNumber,
    releaseCount,
    releaseText,
    campaignId,
    campaignVersion,
    campaignOpen,
    ...rest
  } = row;
  return {
    ...rest,
    release: { required: releaseRequired, text: releaseText, number: releaseNumber, count: releaseCount },
    campaign: campaignId === null ? null : { id: campaignId, version: campaignVersion, open: campaignOpen },
  };
}

function toColumns(request: CaptureRequest) {
  const { release, campaign, contactCount: _contacts, submissionCount: _submissions, ...rest } = request;
  return {
    ...rest,
    releaseRequired: release.required,
    releaseNumber: release.number,
    releaseCount: release.count,
    campaignId: campaign?.id ?? null,
    campaignVersion: campaign?.version ?? 0,
    campaignOpen: campaign?.open ?? false,
  };
}

@Injectable()
export class CaptureRequestRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(organizationId: string, id: string): Promise<CaptureRequest | undefined> {
    return this.one(
      `SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_TABLES} WHERE c.id = $1 AND c.organization_id = $2`,
      id,
      organizationId,
    );
  }

  /** Locks the row until the transaction ends: closing, landing and roster changes of one request are serialized. */
  async lock(organizationId: string, id: string): Promise<CaptureRequest | undefined> {
    const sql = `SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_TABLES} WHERE c.id = $1 AND c.organization_id = $2 FOR UPDATE OF c`;
    return this.one(sql, id, organizationId);
  }

  /** Locks active requests whose deadline has passed; skips those that another transaction has locked. */
  async lockDue(now: Date, limit: number): Promise<CaptureRequest[]> {
    const rows = await this.database.query<CaptureRequestRow>(
      `SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_TABLES}
       WHERE c.status = 'active' AND c.deadline_at <= $1 ORDER BY c.deadline_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED`,
      now,
      limit,
    );
    return rows.map(toCaptureRequest);
  }

  async has(organizationId: string, id: string): Promise<boolean> {
    if (!isId('captureRequest', id)) return false;
    const rows = await this.database.query(
      'SELECT 1 FROM capture_request WHERE id = $1 AND organization_id = $2',
      id,
      organizationId,
    );
    return rows.length > 0;
  }

  /** Newest first. Status means the status at `now`: a passed deadline counts before the job has recorded it. */
  async list(
    organizationId: string,
    query: { status?: Status; cursor?: string; take: number; now: Date },
  ): Promise<CaptureRequest[]> {
    const { status, cursor, take, now } = query;
    const arm = (where: string): string => `
      (SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_TABLES}
       WHERE c.organization_id = $1 AND ($2::text IS NULL OR c.id < $2) ${where}
       ORDER BY c.id DESC LIMIT $3)`;
    const arms: Record<Status | 'all', string[]> = {
      all: [''],
      draft: ["AND c.status = 'draft'"],
      active: ["AND c.status = 'active' AND (c.deadline_at IS NULL OR c.deadline_at > $4)"],
      closed: ["AND c.status = 'closed'", "AND c.status = 'active' AND c.deadline_at <= $4"],
    };
    const sql = `SELECT * FROM (${arms[status ?? 'all'].map(arm).join(' UNION ALL ')}) page ORDER BY id DESC LIMIT $3`;
    const values = [organizationId, cursor ?? null, take, ...(sql.includes('$4') ? [now] : [])];
    const rows = await this.database.query<CaptureRequestRow>(sql, ...values);
    return rows.map(toCaptureRequest);
  }

  /**
   * Those of the next 20,000 requests whose title has the text in it, newest first. No index can find a text inside of titles
   * here: behind row-level security PostgreSQL takes leakproof operators alone. So an index that has the titles is read.
   */
  async search(
    organizationId: string,
    query: { title: string; status?: Status; cursor?: string; take: number; now: Date },
  ): Promise<CaptureRequest[]> {
    const { title, status, cursor, take, now } = query;
    // Letters of all scripts, whatever the locale of the database. Not every status asks for the time, and PostgreSQL refuses
    // a parameter that is nowhere used.
    const small = (text: string): string => `lower(${text} COLLATE pg_c_utf8)`;
    const sql = `
      SELECT ${REQUEST_COLUMNS} FROM (
        SELECT id FROM (
          SELECT id, title, status, deadline_at FROM capture_request
          WHERE organization_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT ${SEARCHED}
        ) seen
        WHERE strpos(${small('title')}, ${small('$5::text')}) > 0
          AND $4::timestamptz IS NOT NULL ${status === undefined ? '' : `AND ${STATUS_NOW[status]}`}
        ORDER BY id DESC LIMIT $3
      ) found JOIN (${REQUEST_TABLES}) ON c.id = found.id ORDER BY c.id DESC`;
    const values = [organizationId, cursor ?? null, take, now, title];
    const rows = await this.database.query<CaptureRequestRow>(sql, ...values);
    return rows.map(toCaptureRequest);
  }

  /** The last request that such a search looks at; null when none follows it. */
  async searchedUpTo(organizationId: string, cursor: string | undefined): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM capture_request WHERE organization_id = $1 AND ($2::text IS NULL OR id < $2)
       ORDER BY id DESC LIMIT 2 OFFSET ${SEARCHED - 1}`,
      organizationId,
      cursor ?? null,
    );
    const [last, next] = rows;
    return last && next ? last.id : null;
  }

  /** Adds the request when the running transaction ends. */
  insert(request: CaptureRequest): void {
    this.database.atEnd(insertRow('capture_request', toColumns(request)));
    const wording = wordingStatement(request);
    if (wording) this.database.atEnd(wording);
  }

  async update(request: CaptureRequest): Promise<void> {
    const { id, ...data } = toColumns(request);
    await this.database.client.captureRequest.update({ where: { id }, data });
    const wording = wordingStatement(request);
    if (wording) await this.database.prepared(wording.sql, ...wording.values);
  }

  async addToCounts(id: string, counts: { contacts?: number; submissions?: number }): Promise<void> {
    const { contacts = 0, submissions = 0 } = counts;
    await this.database.client.captureRequest.update({
      where: { id },
      data: { contactCount: { increment: contacts }, submissionCount: { increment: submissions } },
    });
  }

  /** Deletes roster, wordings and submissions too. Consents stay, without a reference to the request. */
  async delete(id: string): Promise<void> {
    await this.database.client.consent.updateMany({
      where: { captureRequestId: id },
      data: { captureRequestId: null },
    });
    await this.database.client.captureRequest.delete({ where: { id } });
  }

  /** Text of any wording that this request ever showed. */
  async wording(captureRequestId: string, number: number): Promise<string | null> {
    const rows = await this.database.query<{ text: string }>(
      'SELECT text FROM release_wording WHERE capture_request_id = $1 AND number = $2',
      captureRequestId,
      number,
    );
    return rows[0]?.text ?? null;
  }

  private async one(sql: string, ...values: unknown[]): Promise<CaptureRequest | undefined> {
    const [row] = await this.database.prepared<CaptureRequestRow>(sql, ...values);
    return row && toCaptureRequest(row);
  }
}

/** Keeps the wording that the request shows, if it shows one. */
function wordingStatement({ id, release, updatedAt }: CaptureRequest): PreparedStatement | undefined {
  if (release.number === null || release.text === null) return undefined;
  const wording = {
    captureRequestId: id,
    number: release.number,
    text: release.text,
    createdAt: updatedAt,
  };
  return insertRow('release_wording', wording, 'DO NOTHING');
}
