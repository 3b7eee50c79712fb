import { Injectable } from '@nestjs/common';
import {
  createEvent,
  readPage,
  SessionOpened,
  type KeyPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Audit, Outbox } from '@capture/outbox';
import { keyedHash, newToken } from '@capture/platform';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import {
  toSession,
  toSessionDetails,
  type SessionDetailsDto,
  type InviteDto,
  type OpenedSessionDto,
  type SessionDto,
} from './session.dto.js';
import { openSession, requireOpen, type Session } from './session.model.js';
import { SessionRepository } from './session.repository.js';
import { TakeRepository } from './take.repository.js';
import { newRoomCode, type SessionToken, type TokenKind } from './token.model.js';
import { TokenRepository } from './token.repository.js';

/** Opening, inviting to and reading sessions, with an API key. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly takes: TakeRepository,
    private readonly tokens: TokenRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RoomClock,
    private readonly config: SessionsConfig,
  ) {}

  async open(key: KeyPrincipal): Promise<OpenedSessionDto> {
    const now = await this.clock.read();
    const [invite, host] = [newToken(), newToken()];
    const session = await this.database.run(async () => {
      const opened = await this.insertNew(key, now);
      await this.tokens.insert(
        this.token(opened, 'invite', invite, now),
        this.token(opened, 'host', host, now),
      );
      await this.outbox.add(createEvent(SessionOpened, opened.organizationId, { sessionId: opened.id }, now));
      await this.audit.record(opened.organizationId, { action: 'session.opened', subject: opened.id });
      return opened;
    });
    return {
      session: toSession({ ...session, participants: [] }, now),
      joinUrl: this.joinUrl(session, invite),
      hostUrl: `${this.config.CAPTURE_PUBLIC_URL}/host/${session.id}?t=${host}`,
      inviteToken: invite,
      hostToken: host,
    };
  }

  /** A new invite; earlier ones keep working. */
  async invite({ organizationId }: KeyPrincipal, id: string): Promise<InviteDto> {
    const text = newToken();
    return this.database.run(async () => {
      const session = await this.sessions.lock({ id, organizationId });
      const now = await this.clock.read();
      requireOpen(session, now);
      const token = this.token(session, 'invite', text, now);
      await this.tokens.insert(token);
      const expiresAt = token.expiresAt.toISOString();
      await this.audit.record(organizationId, {
        action: 'session.invited',
        subject: id,
        detail: { expiresAt },
      });
      return {
        joinUrl: this.joinUrl(session, text),
        inviteToken: text,
        expiresAt,
      };
    });
  }

  async read({ organizationId }: KeyPrincipal, id: string): Promise<SessionDetailsDto> {
    const room = await this.sessions.get({ id, organizationId });
    return toSessionDetails(room, await this.takes.ofSession(room), this.clock.now());
  }

  list({ organizationId }: KeyPrincipal, query: PageQuery): Promise<Page<SessionDto>> {
    const now = this.clock.now();
    return readPage(query, this.sessions.listed(organizationId), (room) => toSession(room, now));
  }

  private async insertNew(key: KeyPrincipal, now: Date): Promise<Session> {
    const session = openSession(key, newRoomCode(), this.config.CAPTURE_SESSION_CUTOFF_SEC, now);
    return (await this.sessions.insert(session)) ? session : this.insertNew(key, now);
  }

  /** Expires with the session. */
  private token({ id, expiresAt }: Session, kind: TokenKind, text: string, now: Date): SessionToken {
    const hash = keyedHash(this.config.CAPTURE_TOKEN_SECRET, text);
    return { hash, sessionId: id, kind, participantId: null, createdAt: now, expiresAt };
  }

  private joinUrl({ roomCode }: Session, text: string): string {
    return `${this.config.CAPTURE_PUBLIC_URL}/join/${roomCode}?t=${text}`;
  }
}
