import { Injectable } from '@nestjs/common';
import {
  createEvent,
  newId,
  readPage,
  SessionOpened,
  type OrganizationPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Audit, Outbox } from '@capture/outbox';
import { Clock, keyedHash, newToken as newSecret } from '@capture/platform';
import { Database } from '@capture/persistence';
import { SessionsConfig } from '../config.js';
import {
  toSession,
  toSessionDetails,
  type SessionDetailsDto,
  type OpenedSessionDto,
  type SessionDto,
} from './session.dto.js';
import { openSession, requireHost, type Session } from './session.model.js';
import { SessionRepository } from './session.repository.js';
import { TakeRepository } from './take.repository.js';
import { joinUrl, newRoomCode, newToken } from './token.model.js';
import { TokenRepository } from './token.repository.js';

/** Opening and reading sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly takes: TakeRepository,
    private readonly tokens: TokenRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  async open(caller: OrganizationPrincipal): Promise<OpenedSessionDto> {
    const now = this.clock.now();
    const [invite, host] = [newSecret(), newSecret()];
    const inviteId = newId('invite');
    const session = await this.database.run(async () => {
      const opened = await this.insertNew(caller, now);
      this.tokens.insert(
        newToken(opened, { hash: this.hashOf(invite), inviteId }, now),
        newToken(opened, { hash: this.hashOf(host), inviteId: null }, now),
      );
      this.outbox.add(createEvent(SessionOpened, opened.organizationId, { sessionId: opened.id }, now));
      this.audit.record(opened.organizationId, { action: 'session.opened', subject: opened.id });
      return opened;
    });
    return {
      session: toSession({ ...session, participants: [] }, now),
      joinUrl: joinUrl(this.config.CAPTURE_PUBLIC_URL, session, invite),
      hostUrl: `${this.config.CAPTURE_PUBLIC_URL}/host/${session.id}?t=${host}`,
      inviteId,
      inviteToken: invite,
      hostToken: host,
    };
  }

  /** @throws AppError `not_found`; `insufficient_role` for a member who neither hosts the room nor may act in every one. */
  async requireHost(caller: OrganizationPrincipal, id: string): Promise<void> {
    requireHost(await this.sessions.get({ id, organizationId: caller.organizationId }), caller);
  }

  async read({ organizationId }: OrganizationPrincipal, id: string): Promise<SessionDetailsDto> {
    const room = await this.sessions.get({ id, organizationId });
    return toSessionDetails(room, await this.takes.ofSession(room), this.clock.now());
  }

  list({ organizationId }: OrganizationPrincipal, query: PageQuery): Promise<Page<SessionDto>> {
    const now = this.clock.now();
    return readPage(query, this.sessions.listed(organizationId), (room) =>
      toSession(room, now, room.participantCount),
    );
  }

  private async insertNew(caller: OrganizationPrincipal, now: Date): Promise<Session> {
    const session = openSession(caller, newRoomCode(), this.config.CAPTURE_SESSION_CUTOFF_SEC, now);
    return (await this.sessions.insert(session)) ? session : this.insertNew(caller, now);
  }
  private hashOf(text: string): string {
    return keyedHash(this.config.CAPTURE_TOKEN_SECRET, text);
  }
}
