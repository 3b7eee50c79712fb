import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { keyedHash } from '@capture/platform';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { SessionRepository, type SessionRef } from '../sessions/session.repository.js';
import { isAlive, type TokenKind } from '../sessions/token.model.js';
import { TokenRepository, type FoundToken } from '../sessions/token.repository.js';
import type { ParticipantRef } from './participant.repository.js';

/** A participant who has proven to be one by their token. */
export interface ParticipantPrincipal extends ParticipantRef {
  isGuest: boolean;
  /** Null of guests. */
  memberId: string | null;
}

/** Checks invite, host and participant tokens. Every call into a room comes through here. */
@Injectable()
export class RoomAccessService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly config: SessionsConfig,
    private readonly clock: RoomClock,
  ) {}

  /** @throws AppError `link_expired`: the same for an unknown, an expired and another room's invite. */
  async invited(roomCode: string, token: string): Promise<SessionRef> {
    const found = await this.find('invite', token);
    if (found?.roomCode !== roomCode.toLowerCase()) throw invalidToken();
    this.database.setOrganization(found.organizationId);
    return { id: found.sessionId, organizationId: found.organizationId };
  }

  /** Id of the guest of this room whose token it is, so that a reload keeps them. Undefined for any other token, a host's included. */
  async returning({ id }: SessionRef, token: string | undefined): Promise<string | undefined> {
    const found = token === undefined ? undefined : await this.find('participant', token);
    return found?.sessionId === id && found.isGuest === true ? (found.participantId ?? undefined) : undefined;
  }

  /**
   * A member may host the room that their key opened, and any other of their organization with its host token.
   * @throws AppError `not_found`, `host_only`.
   */
  async host(ref: SessionRef, memberId: string, hostToken: string | undefined): Promise<void> {
    const { hostMemberId } = await this.sessions.get(ref);
    if (hostMemberId === memberId) return;
    const found = hostToken === undefined ? undefined : await this.find('host', hostToken);
    if (found?.sessionId !== ref.id)
      throw new AppError(
        'host_only',
        'Open the room by its host link, or as the member whose key opened it.',
      );
  }

  /**
   * Also after the session has ended: uploads go on.
   * @throws AppError `link_expired`.
   */
  async participant(sessionId: string, token: string): Promise<ParticipantPrincipal> {
    const found = isId('session', sessionId) ? await this.find('participant', token) : undefined;
    const { participantId, isGuest } = found ?? {};
    if (found?.sessionId !== sessionId || participantId == null || isGuest == null) throw invalidToken();
    const { organizationId, memberId } = found;
    this.database.setOrganization(organizationId);
    return { organizationId, sessionId, participantId, isGuest, memberId };
  }

  private async find(kind: TokenKind, token: string): Promise<FoundToken | undefined> {
    const hash = keyedHash(this.config.CAPTURE_TOKEN_SECRET, token);
    const found = await this.database.forEveryOrganization('a token says no organization', () =>
      this.tokens.find(kind, hash),
    );
    return found && isAlive(kind, found, this.clock.now()) ? found : undefined;
  }
}

function invalidToken(): AppError {
  return new AppError('link_expired', 'This token is unknown or no longer works. Ask for a new invitation.');
}
