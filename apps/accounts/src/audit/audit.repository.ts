import { Injectable } from '@nestjs/common';
import { actorOf, type ChangeMade, type ForwardedCall, type PageSource } from '@capture/contracts';
import { Database, type PreparedStatement } from '@capture/persistence';
import { Clock } from '@capture/platform';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';

/** What stands in the log where the address of a person stood who was erased. A trigger knows it too. */
export const ERASED_ADDRESS = '[erased]';

/** What stands in the log of an organization where the address of a caller would who made the call in another one. */
const ELSEWHERE = '[elsewhere]';

/** A change to log. `detail` is shown to operators, so it holds no secret. */
export interface AuditFact {
  organizationId: string;
  /** What was done, for instance `key.revoked`. */
  action: string;
  /** Id or address of what was changed. */
  subject: string;
  detail?: Prisma.InputJsonObject;
}

export interface AuditRow extends Required<AuditFact> {
  id: string;
  actor: string;
  ip: string;
  at: Date;
}

/** A change that another service announced. */
export interface MadeChange extends ChangeMade {
  /** Of the event. */
  id: string;
  organizationId: string;
  at: string;
}

const KEEP = `
  INSERT INTO audit_entry (organization_id, actor, ip, action, subject, detail, at)
  SELECT "organizationId", actor, ip, action, subject, detail, at
  FROM ROWS FROM (json_to_recordset($1::json) AS
    ("organizationId" text, actor text, ip text, action text, subject text, detail jsonb, at timestamptz))
    WITH ORDINALITY AS change("organizationId", actor, ip, action, subject, detail, at, place)
  ORDER BY place`;

function keepStatement(changes: readonly MadeChange[]): PreparedStatement {
  return { sql: KEEP, values: [JSON.stringify(changes)] };
}

/** Entries that are all of what is given. */
export interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** The call that made the change; for one that a link authenticated, its actor and address. */
export type AuditedCall = Pick<ForwardedCall, 'principal' | 'ip'> | { actor: string; ip: string };

/** A call that changes a person, for every organization of theirs. */
export interface PersonalCall {
  ip: string;
  /** Where the call was made. No other organization learns the address. */
  organizationId?: string | undefined;
  /** The person, unless it says the operator. */
  actor?: 'operator';
}

/** The append-only log of changes. An entry is written in the transaction of its change. */
@Injectable()
export class AuditRepository {
  constructor(
    private readonly database: Database<PrismaClient>,
    private readonly clock: Clock,
  ) {}

  async record(call: AuditedCall, { detail = {}, ...fact }: AuditFact): Promise<void> {
    const who = { actor: 'actor' in call ? call.actor : actorOf(call.principal), ip: call.ip };
    await this.database.client.auditEntry.create({ data: { ...fact, detail, ...who, at: this.clock.now() } });
  }

  /** Records a change of a person in each of their organizations. */
  async recordOfPerson(
    { actor, ip, organizationId: madeIn }: PersonalCall,
    memberships: readonly { organizationId: string; memberId: string }[],
    fact: Pick<AuditFact, 'action' | 'detail'>,
  ): Promise<void> {
    for (const { organizationId, memberId } of memberships) {
      const who = { actor: actor ?? memberId, ip: organizationId === madeIn ? ip : ELSEWHERE };
      await this.record(who, { ...fact, organizationId, subject: memberId });
    }
  }

  /** Records what one call changed in many places. */
  async recordAll(call: AuditedCall, facts: readonly AuditFact[]): Promise<void> {
    const who = { actor: 'actor' in call ? call.actor : actorOf(call.principal), ip: call.ip };
    const at = this.clock.now();
    const data = facts.map(({ detail = {}, ...fact }) => ({ ...fact, detail, ...who, at }));
    await this.database.client.auditEntry.createMany({ data });
  }

  /** Logs changes that other services announced, in this order, when the transaction ends. */
  keep(changes: readonly MadeChange[]): void {
    for (const change of changes) this.database.gather(this, change, keepStatement);
  }

  /**
   * Takes the address of a person who is erased out of subjects and details; returns out of how many entries. Must run in a
   * transaction: the trigger that keeps the log as it is lets this one change pass, for the address named there.
   */
  async erase(organizationId: string, email: string): Promise<number> {
    await this.database.query("SELECT set_config('capture.erased_address', $1, true)", email);
    const count = await this.database.execute(
      `UPDATE audit_entry SET subject = CASE WHEN subject = $2 THEN $3 ELSE subject END,
         detail = replace(detail::text, to_json($2::text)::text, to_json($3::text)::text)::jsonb
       WHERE organization_id = $1 AND (subject = $2 OR position(to_json($2::text)::text in detail::text) > 0)`,
      organizationId,
      email,
      ERASED_ADDRESS,
    );
    await this.database.query("SELECT set_config('capture.erased_address', '', true)");
    return count;
  }

  /** Whether anything is logged of the organization. */
  async knows(organizationId: string): Promise<boolean> {
    return (await this.database.client.auditEntry.findFirst({ where: { organizationId } })) !== null;
  }

  /** @param filter which entries are listed; a cursor may be any entry of the organization */
  listed(organizationId: string, filter: AuditFilter = {}): PageSource<AuditRow> {
    const isNumber = /^\d{1,18}$/;
    const { action, actor, subject, from, to } = filter;
    const wanted: Prisma.AuditEntryWhereInput = {
      ...(action !== undefined && { action }),
      ...(actor !== undefined && { actor }),
      ...(subject !== undefined && { subject }),
      ...((from || to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
    };
    const table = this.database.client.auditEntry;
    return {
      has: async (cursor) =>
        isNumber.test(cursor) && (await table.count({ where: { id: BigInt(cursor), organizationId } })) > 0,
      after: async (cursor, take) => {
        const where = {
          organizationId,
          ...wanted,
          ...(cursor === undefined ? {} : { id: { lt: BigInt(cursor) } }),
        };
        const rows = await table.findMany({ where, orderBy: { id: 'desc' }, take });
        return rows.map((row) => ({
          ...row,
          id: String(row.id),
          detail: row.detail as Prisma.InputJsonObject,
        }));
      },
    };
  }
}
