import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Audit } from '@capture/outbox';
import { handshakeOf } from '@capture/platform';
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
  ) {}

  /**
   * Takes over a WebSocket handshake; false when the request is none. Refusals are sent as `error` messages on the open
   * socket, because browsers tell pages nothing about a failed handshake.
   */
  open(sessionId: string, token: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const handshake = handshakeOf(request);
    if (!handshake) return false;
    const ip = request.forwardedCall?.ip ?? '';
    handshake.take(reply);
    this.server.handleUpgrade(request.raw, handshake.socket, handshake.head, (socket) => {
      // Paused until somebody listens. The scope of the handshake's own call ends with that call.
      socket.on('error', () => undefined).pause();
      void this.database.withoutOrganization(() => this.admit(sessionId, token, socket, ip));
    });
    return true;
  }

  private async admit(sessionId: string, token: string, socket: WebSocket, ip: string): Promise<void> {
    try {
      await this.enter(await this.access.present(sessionId, token), socket, ip);
    } catch (error) {
      refuse(socket, error);
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
    const room = await this.rooms.connect(participant, connection.id);
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
