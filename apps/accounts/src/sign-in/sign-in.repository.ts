import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Credentials } from '../passwords/person.repository.js';
import type { Membership, SignIn, SignInRow } from './sign-in.model.js';

export type { Membership, SignInRow };

/** Judged with every call: a sign-in by what the organization takes no more signs nobody in. */
const BY_ID = `
  SELECT s.id, s.organization_id AS "organizationId", s.member_id AS "memberId", s.expires_at AS "expiresAt",
         s.seen_at AS "seenAt", m.email, m.role, o.plan_name AS plan, o.paused
  FROM sign_in s
  JOIN member m ON m.id = s.member_id AND m.removed_at IS NULL
  JOIN organization o ON o.id = s.organization_id
  LEFT JOIN identity_provider ip ON ip.organization_id = s.organization_id
  WHERE s.id = $1
    AND CASE WHEN s.issuer IS NULL THEN ip.password_allowed IS NOT FALSE ELSE s.issuer = ip.issuer END`;

const MEMBERSHIPS = `
  SELECT m.id AS "memberId", m.email, p.name, m.role, m.organization_id AS "organizationId",
         o.name AS "organizationName", o.plan_name AS plan,
         ip.password_allowed IS NOT FALSE AS "passwordAllowed"
  FROM member m JOIN organization o ON o.id = m.organization_id LEFT JOIN person p ON p.email = m.email
  LEFT JOIN identity_provider ip ON ip.organization_id = m.organization_id
  WHERE m.email = $1 AND m.removed_at IS NULL
  ORDER BY m.created_at, m.id`;

/** Locks member and person, so that nobody is signed in while they are removed or what they sign in with is changed. */
const INSERT = `
  INSERT INTO sign_in (id, organization_id, member_id, created_at, expires_at, seen_at, browser)
  SELECT $1, m.organization_id, m.id, $2, $3, $2, $6::text
  FROM member m JOIN person p ON p.email = m.email
  WHERE m.id = $4 AND m.removed_at IS NULL AND p.password_hash = $5
    AND p.second_factor_at IS NOT DISTINCT FROM $7::timestamptz
  FOR SHARE OF m, p`;

/** Stores a sign-in of a person who has proven themselves; the caller has locked them and what they proved it with. */
const INSERT_PROVEN = `
  INSERT INTO sign_in (id, organization_id, member_id, created_at, expires_at, seen_at, browser)
  SELECT $1, m.organization_id, m.id, $2, $3, $2, $5::text
  FROM member m WHERE m.id = $4 AND m.removed_at IS NULL
  FOR SHARE OF m`;

/** Stores a sign-in that a provider vouched for. It needs no password; the caller has locked the second factor. */
const INSERT_VOUCHED = `
  INSERT INTO sign_in (id, organization_id, member_id, created_at, expires_at, seen_at, browser, issuer)
  SELECT $1, m.organization_id, m.id, $2, $3, $2, $5::text, ip.issuer
  FROM member m JOIN identity_provider ip ON ip.organization_id = m.organization_id
  WHERE m.id = $4 AND m.removed_at IS NULL AND ip.issuer = $6
  FOR SHARE OF m, ip`;

/** Which sign-ins of a person. */
export interface OfPerson {
  /** This one alone. */
  id?: string | undefined;
  /** All others. */
  except?: string | undefined;
  /** Of this organization alone. */
  organizationId?: string | undefined;
}

/** A sign-in as its person sees it. */
export type OwnSignIn = Pick<SignIn, 'id' | 'organizationId' | 'createdAt' | 'seenAt' | 'browser'> & {
  organizationName: string;
};

const OF_PERSON = `
  SELECT s.id, s.organization_id AS "organizationId", o.name AS "organizationName", s.created_at AS "createdAt",
         s.seen_at AS "seenAt", s.browser
  FROM member m
  JOIN sign_in s ON s.member_id = m.id
  JOIN organization o ON o.id = s.organization_id
  WHERE m.email = $1 AND m.removed_at IS NULL AND s.expires_at > $2 AND s.seen_at > $3
    AND ($5::text IS NULL OR s.organization_id = $5)
  ORDER BY s.seen_at DESC, s.created_at DESC, s.id LIMIT $4`;

const DELETE_OF_PERSON = `
  DELETE FROM sign_in s USING member m
  WHERE m.id = s.member_id AND m.email = $1
    AND ($2::text IS NULL OR s.id = $2) AND s.id IS DISTINCT FROM $3
    AND ($4::text IS NULL OR s.organization_id = $4)
  RETURNING s.id, s.member_id AS "memberId", s.organization_id AS "organizationId"`;

export type EndedSignIn = Pick<SignIn, 'id' | 'memberId' | 'organizationId'>;

const ENDED = 'RETURNING id, member_id AS "memberId", organization_id AS "organizationId"';

@Injectable()
export class SignInRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(id: string): Promise<SignInRow | undefined> {
    const [row] = await this.database.prepared<SignInRow>(BY_ID, id);
    return row;
  }

  /** Memberships of the person with this address, oldest first. */
  memberships(email: string): Promise<Membership[]> {
    return this.database.query<Membership>(MEMBERSHIPS, email);
  }

  /** False when the person is no member any more, or signs in with something else by now than with `credentials`. */
  async insert(signIn: SignIn, { passwordHash, secondFactorAt }: Credentials): Promise<boolean> {
    const { id, memberId, createdAt, expiresAt, browser } = signIn;
    const values = [id, createdAt, expiresAt, memberId, passwordHash, browser, secondFactorAt];
    return (await this.database.execute(INSERT, ...values)) === 1;
  }

  /** False when the person is no member any more. */
  async insertProven({ id, memberId, createdAt, expiresAt, browser }: SignIn): Promise<boolean> {
    return (await this.database.execute(INSERT_PROVEN, id, createdAt, expiresAt, memberId, browser)) === 1;
  }

  /** False when the person is no member any more, or `issuer` no provider of the organization. */
  async insertVouched(signIn: SignIn & { issuer: string }): Promise<boolean> {
    const { id, memberId, createdAt, expiresAt, browser, issuer } = signIn;
    const values = [id, createdAt, expiresAt, memberId, browser, issuer];
    return (await this.database.execute(INSERT_VOUCHED, ...values)) === 1;
  }

  /** Whether the sign-in came by a provider, so that it is for its organization alone. */
  async isVouched(id: string): Promise<boolean> {
    const where = { id, issuer: { not: null } };
    return (await this.database.client.signIn.count({ where })) > 0;
  }

  /** The issuer of the provider that vouched for the sign-in; null for one that none vouched for. */
  async issuerOf(id: string): Promise<string | null> {
    const select = { issuer: true };
    return (await this.database.client.signIn.findFirst({ where: { id }, select }))?.issuer ?? null;
  }

  /** Those of a person that last since, last used first; `limit` at most. @param only of this organization alone */
  listOf(
    email: string,
    { now, idleSince, limit, only }: { now: Date; idleSince: Date; limit: number; only?: string | undefined },
  ): Promise<OwnSignIn[]> {
    return this.database.query<OwnSignIn>(OF_PERSON, email, now, idleSince, limit, only ?? null);
  }

  async touch(id: string, seenAt: Date): Promise<void> {
    await this.database.client.signIn.updateMany({ where: { id, seenAt: { lt: seenAt } }, data: { seenAt } });
  }

  /** Returns what there was to delete. */
  delete(id: string): Promise<EndedSignIn[]> {
    return this.database.query<EndedSignIn>(`DELETE FROM sign_in WHERE id = $1 ${ENDED}`, id);
  }

  /** Deletes those of a member that were not used for longest, but for `most`. Returns what there was. */
  deleteBeyond(memberId: string, most: number): Promise<EndedSignIn[]> {
    const statement = `DELETE FROM sign_in WHERE id = ANY (ARRAY(
      SELECT id FROM sign_in WHERE member_id = $1 ORDER BY seen_at DESC, created_at DESC, id OFFSET $2)) ${ENDED}`;
    return this.database.query<EndedSignIn>(statement, memberId, most);
  }

  deleteOf(memberIds: readonly string[]): Promise<EndedSignIn[]> {
    const statement = `DELETE FROM sign_in WHERE member_id = ANY($1::text[]) ${ENDED}`;
    return this.database.query<EndedSignIn>(statement, [...memberIds]);
  }

  /** Deletes sign-ins of an organization's members, by a provider or by password. Returns what there was. */
  deleteOfOrganization(organizationId: string, vouched: boolean): Promise<EndedSignIn[]> {
    const statement = `DELETE FROM sign_in WHERE organization_id = $1 AND (issuer IS NOT NULL) = $2 ${ENDED}`;
    return this.database.query<EndedSignIn>(statement, organizationId, vouched);
  }

  /** Deletes sign-ins of a person. Returns what there was. */
  deleteOfPerson(email: string, { id, except, organizationId }: OfPerson): Promise<EndedSignIn[]> {
    const which = [id ?? null, except ?? null, organizationId ?? null];
    return this.database.query<EndedSignIn>(DELETE_OF_PERSON, email, ...which);
  }

  /** Deletes up to `limit` sign-ins that ended by `now` or were last seen by `idleSince`; returns how many. */
  deleteEnded(now: Date, idleSince: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM sign_in WHERE id = ANY
         (ARRAY(SELECT id FROM sign_in WHERE expires_at <= $1 OR seen_at <= $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      now,
      idleSince,
      limit,
    );
  }
}
