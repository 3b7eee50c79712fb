import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { REFUSED_HEADER } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { handshakeOf, ignoreError, toAppError } from '@capture/platform';
import { Database } from '@capture/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { AlignmentService } from '../alignment/alignment.service.js';
import { RoomClock } from '../clock/room-clock.js';
import { CLOSE } from '../messages/room-broadcast.js';
import { RoomAccessService, type ParticipantPrincipal } from '../rooms/room-access.service.js';
import { RoomService } from '../rooms/room.service.js';
import { RoomCommands } from './room-commands.js';
import { RoomConnection } from './room-connection.js';
import { RoomHub } from './room-hub.js';
import { refuse } from './room-refusal.js';
import { WelcomeService } from './welcome.service.js';

const SUBPROTOCOL = 'capture.v1';
/** An SDP offer with many candidates takes some 20 KiB. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Participants' sockets, from the handshake to the last message. */
@Injectable()
export class RoomSockets {
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  /** Handshakes whose sockets are opened only to tell of a refusal, and its status. */
  private readonly refused = new WeakMap<IncomingMessage, number>();

  constructor(
    private readonly database: Database,
    private readonly access: RoomAccessService,
    private readonly rooms: RoomService,
    private readonly welcomes: WelcomeService,
    private readonly commands: RoomCommands,
    private readonly alignment: AlignmentService,
    private readonly hub: RoomHub,
    private readonly audit: Audit,
    private readonly clock: RoomClock,
  ) {
    this.server.on('headers', (headers, request) => {
      const status = this.refused.get(request);
      if (status !== undefined) headers.push(`${REFUSED_HEADER}: ${status}`);
    });
  }

  /**
   * Takes over a WebSocket handshake; false when the request is none. Refusals are sent as `error` messages on the open
   * socket, because browsers tell pages nothing about a failed handshake. The gateway learns from its answer whether the token
   * works.
   */
  async open(
    sessionId: string,
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const handshake = handshakeOf(request);
    if (!handshake) return false;
    const ip = request.forwardedCall?.ip ?? '';
    // The scope of the handshake's own call ends with that call.
    await this.database.withoutOrganization(async () => {
      const judged = await this.judge(sessionId, token);
      if ('refusal' in judged) this.refused.set(request.raw, toAppError(judged.refusal).status);
      handshake.take(reply);
      this.server.handleUpgrade(request.raw, handshake.socket, handshake.head, (socket) => {
        // Paused until its listeners are in place.
        socket.on('error', ignoreError).pause();
        if ('refusal' in judged) refuse(socket, judged.refusal);
        else this.enter(judged, socket, ip).catch((error: unknown) => refuse(socket, error));
      });
    });
    return true;
  }

  private async judge(
    sessionId: string,
    token: string,
  ): Promise<ParticipantPrincipal | { refusal: unknown }> {
    try {
      return await this.access.present(sessionId, token);
    } catch (refusal) {
      return { refusal };
    }
  }

  private async enter(participant: ParticipantPrincipal, socket: WebSocket, ip: string): Promise<void> {
    const { organizationId, sessionId, participantId, memberId } = participant;
    const caller = { actor: memberId ?? participantId, ip };
    const scoped = (work: () => Promise<void>): Promise<void> =>
      this.database.forOrganization(organizationId, () => this.audit.runAs(caller, work));
    const connection: RoomConnection = new RoomConnection(randomUUID(), participant, socket, this.clock, {
      message: (message) => scoped(() => this.commands.obey(participant, connection.id, message)),
      compared: (clockId, sample) => scoped(() => this.alignment.record(participant, clockId, sample)),
      close: (code) => scoped(() => this.leave(participant, connection, code)),
    });
    await this.hub.add(sessionId, connection);
    const room = await this.rooms.connect(participant, connection);
    if (!room) return;
    connection.welcome(await this.welcomes.of(participant, room));
    // A socket that closed before this was not connected yet when its end was handled.
    if (!connection.isOpen) await this.rooms.disconnect(participant, connection.id, false);
  }

  private async leave(
    participant: ParticipantPrincipal,
    connection: RoomConnection,
    code: number,
  ): Promise<void> {
    await this.hub.remove(participant.sessionId, connection);
    await this.rooms.disconnect(participant, connection.id, code === CLOSE.left);
  }
}
