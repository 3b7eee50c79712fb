import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { handshakeOf } from '@capture/platform';
import { Database } from '@capture/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { RoomClock } from '../clock/room-clock.js';
import { SessionEndService } from '../ending/session-end.service.js';
import { RemovalService } from '../removal/removal.service.js';
import { RoomAccessService, type ParticipantPrincipal } from '../rooms/room-access.service.js';
import { RoomChannel, toPresence } from '../rooms/room-channel.js';
import {
  CLOSE,
  type ClientMessage,
  type ServerMessage,
  type UploadProgress,
} from '../rooms/room-messages.js';
import { RoomService } from '../rooms/room.service.js';
import { TakeService, toTakeState } from '../rooms/take.service.js';
import { present } from '../sessions/participant.model.js';
import type { Room } from '../sessions/session.repository.js';
import { TrackService } from '../tracks/track.service.js';
import { RoomConnection } from './room-connection.js';
import { RoomHub } from './room-hub.js';
import { refuse } from './room-refusal.js';

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
    private readonly takes: TakeService,
    private readonly tracks: TrackService,
    private readonly ends: SessionEndService,
    private readonly removal: RemovalService,
    private readonly hub: RoomHub,
    private readonly channel: RoomChannel,
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
    const serverTime = (instant: number): number => this.clock.at(instant);
    const connection: RoomConnection = new RoomConnection(randomUUID(), participant, socket, serverTime, {
      message: (message) => scoped(() => this.handle(participant, message)),
      close: (code) => scoped(() => this.leave(participant, connection, code)),
    });
    await this.hub.add(sessionId, connection);
    const room = await this.rooms.connect(participant, connection.id);
    connection.welcome(this.welcomeMessage(participant, room));
    // A socket that closed before this was not connected yet when its end was handled.
    if (!connection.isOpen) await this.rooms.disconnect(participant, connection.id, false);
  }

  /** @throws AppError `invalid_input` for a track that is not the participant's. */
  private async tellProgress(
    participant: ParticipantPrincipal,
    { trackId, sizeBytes }: UploadProgress,
  ): Promise<void> {
    const { sessionId, participantId } = participant;
    const progress = await this.tracks.progress(participant, trackId, sizeBytes);
    if (!progress) throw invalidField('trackId', 'not_allowed', 'No track with this id is yours.');
    const message = { type: 'upload', participantId, ...progress } as const;
    this.channel.publish(sessionId, { kind: 'say', except: participantId, message });
  }

  private async leave(
    participant: ParticipantPrincipal,
    connection: RoomConnection,
    code: number,
  ): Promise<void> {
    await this.hub.remove(participant.sessionId, connection);
    await this.rooms.disconnect(participant, connection.id, code === CLOSE.left);
  }

  private welcomeMessage({ participantId }: ParticipantPrincipal, room: Room): ServerMessage {
    return {
      type: 'welcome',
      participantId,
      participants: present(room.participants).map(toPresence),
      state: toTakeState(room),
      serverTime: this.clock.at(performance.now()),
    };
  }

  private async handle(participant: ParticipantPrincipal, message: ClientMessage): Promise<void> {
    const { sessionId, participantId } = participant;
    switch (message.type) {
      case 'signal': {
        const { to, data } = message;
        return this.channel.publish(sessionId, {
          kind: 'say',
          to,
          message: { type: 'signal', from: participantId, data },
        });
      }
      case 'upload': {
        return this.tellProgress(participant, message);
      }
      case 'take.ready':
        return this.rooms.ready(participant);
      case 'take.started':
        return this.takes.acknowledge(participant, message.takeNumber);
      case 'take.start':
        return this.takes.start(await this.access.requireHost(participant));
      case 'take.stop':
        return this.takes.stop(await this.access.requireHost(participant));
      case 'session.end':
        await this.ends.end(await this.access.requireHost(participant));
        return;
      case 'participant.remove':
        return this.removal.removeGuest(await this.access.requireHost(participant), message.participantId);
      case 'clock.ping':
    }
  }
}
