import { Injectable } from '@nestjs/common';
import { isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { CaptureRequestsConfig } from '../config.js';
import type { LinkKind } from '../links/link.model.js';
import {
  REQUEST_COLUMNS,
  REQUEST_TABLES,
  toCaptureRequest,
  type CaptureRequestRow,
} from '../requests/capture-request.repository.js';
import type { Respondent } from './respondent.model.js';

interface RespondentRow extends CaptureRequestRow {
  linkVersion: number;
  contactName: string | null;
  paused: boolean | null;
  submissionCap: number | null;
  brandName: string | null;
  brandColour: string | null;
  brandLogo: string | null;
}

const ORGANIZATION = `LEFT JOIN organization o ON o.id = c.organization_id`;
const STATE = `o.paused, o.submission_cap AS "submissionCap",
  o.name AS "brandName", o.colour AS "brandColour", o.logo AS "brandLogo"`;

/** A single query each, because every page load of a respondent runs one. */
const QUERIES: Record<LinkKind, string> = {
  contact: `SELECT ${REQUEST_COLUMNS}, ${STATE}, k.link_version AS "linkVersion", k.name AS "contactName"
    FROM ${REQUEST_TABLES} JOIN contact k ON k.capture_request_id = c.id ${ORGANIZATION} WHERE k.id = $1`,
  campaign: `SELECT ${REQUEST_COLUMNS}, ${STATE}, c.campaign_version AS "linkVersion", NULL AS "contactName"
    FROM ${REQUEST_TABLES} ${ORGANIZATION} WHERE c.campaign_id = $1 AND c.campaign_open`,
};

@Injectable()
export class RespondentRepository {
  constructor(
    private readonly database: Database,
    private readonly config: CaptureRequestsConfig,
  ) {}

  /** Does not check the key. Undefined for a removed contact and for a revoked open link. */
  async find(kind: LinkKind, id: string): Promise<Respondent | undefined> {
    if (!isId(kind, id)) return undefined;
    const [row] = await this.database.prepared<RespondentRow>(QUERIES[kind], id);
    if (!row) return undefined;
    const { linkVersion, contactName, paused, submissionCap, brandName, brandColour, brandLogo, ...request } =
      row;
    return {
      kind,
      id,
      linkVersion,
      contactName,
      request: toCaptureRequest(request),
      paused: paused ?? false,
      submissionCap: submissionCap ?? this.config.CAPTURE_SUBMISSION_CAP,
      branding: brandName === null ? null : { name: brandName, colour: brandColour, logo: brandLogo },
    };
  }
}
