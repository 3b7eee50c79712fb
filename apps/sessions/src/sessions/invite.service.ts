import { Injectable } from '@nestjs/common';
import {
  newId,
  notFound,
  readPage,
  type OrganizationPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Clock, keyedHash, newToken as newSecret } from '@capture/platform';
import { Database } from '@capture/persistence';
import { SessionsConfig } from '../config.js';
import { toInvite, type InviteDto, type ListedInviteDto } from './invite.dto.js';
import { requireHost, requireOpen, requireUnpaused } from './session.model.js';
import { SessionRepository } from './session.repository.js';
import { joinUrl, newToken } from './token.model.js';
import { TokenRepository } from './token.repository.js';

/** Invites of a session: made, listed, revoked. */
@Injectable()
export class InviteService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  /**
   * A new invite; earlier ones keep working.
   * @throws AppError `not_found`, `insufficient_role`, `organization_paused`, `session_closed`
   */
  create(caller: OrganizationPrincipal, sessionId: string): Promise<InviteDto> {
    const { CAPTURE_TOKEN_SECRET, CAPTURE_PUBLIC_URL } = this.config;
    const { organizationId } = caller;
    const inviteToken = newSecret();
    const inviteId = newId('invite');
    return this.database.run(async () => {
      const session = await this.sessions.lock({ id: sessionId, organizationId });
      requireHost(session, caller);
      requireUnpaused(caller);
      const now = this.clock.now();
      requireOpen(session, now);
      const token = newToken(session, { hash: keyedHash(CAPTURE_TOKEN_SECRET, inviteToken), inviteId }, now);
      this.tokens.insert(token);
      const expiresAt = token.expiresAt.toISOString();
      const detail = { inviteId, expiresAt };
      this.audit.record(organizationId, { action: 'session.invited', subject: sessionId, detail });
      return { inviteId, joinUrl: joinUrl(CAPTURE_PUBLIC_URL, session, inviteToken), inviteToken, expiresAt };
    });
  }

  async list(
    { organizationId }: OrganizationPrincipal,
    sessionId: string,
    query: PageQuery,
  ): Promise<Page<ListedInviteDto>> {
    await this.sessions.openedAt({ id: sessionId, organizationId });
    return readPage(query, this.tokens.invites(sessionId), toInvite);
  }

  /** Nobody joins with it any more. Does nothing the second time. @throws AppError `not_found` */
  async revoke(caller: OrganizationPrincipal, sessionId: string, inviteId: string): Promise<void> {
    const { organizationId } = caller;
    await this.database.run(async () => {
      requireHost(await this.sessions.lock({ id: sessionId, organizationId }), caller);
      const known = await this.tokens.invite(sessionId, inviteId);
      if (!known) throw notFound('invite');
      if (known.revokedAt !== null) return;
      await this.tokens.revokeInvite(sessionId, inviteId, this.clock.now());
      const change = { action: 'session.invite_revoked', subject: sessionId, detail: { inviteId } };
      this.audit.record(organizationId, change);
    });
  }
}
