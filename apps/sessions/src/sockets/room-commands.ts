import { Injectable } from '@nestjs/common';
import { invalidField } from '@capture/contracts';
import { SessionEndService } from '../ending/session-end.service.js';
import type { ClientMessage, StateMessage, UploadProgress } from '../messages/client-messages.js';
import { RemovalService } from '../removal/removal.service.js';
import { ConversationService } from '../rooms/conversation.service.js';
import { RoomAccessService, type ParticipantPrincipal } from '../rooms/room-access.service.js';
import { RoomChannel } from '../rooms/room-channel.js';
import { TakeService } from '../rooms/take.service.js';
import { TrackService } from '../tracks/track.service.js';

/** Does what participants' messages ask for. */
@Injectable()
export class RoomCommands {
  constructor(
    private readonly access: RoomAccessService,
    private readonly takes: TakeService,
    private readonly tracks: TrackService,
    private readonly ends: SessionEndService,
    private readonly removal: RemovalService,
    private readonly conversation: ConversationService,
    private readonly channel: RoomChannel,
  ) {}

  /** @throws AppError when the message is refused. */
  async obey(participant: ParticipantPrincipal, connectionId: string, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'signal':
        return this.channel.publish(participant.sessionId, {
          kind: 'say',
          to: message.to,
          message: { type: 'signal', from: participant.participantId, data: message.data },
        });
      case 'state':
        return this.conversation.tellState(participant, connectionId, stateOf(message));
      case 'chat':
        return this.conversation.say(participant, message.text);
      case 'upload':
        return this.tellProgress(participant, message);
      case 'take.ready':
        return this.conversation.tellReady(participant, connectionId);
      case 'take.started':
        return this.takes.acknowledge(participant, message.takeNumber);
      case 'take.start':
        return this.takes.start(await this.access.requireHost(participant), message.inMs);
      case 'take.stop':
        return this.takes.stop(await this.access.requireHost(participant));
      case 'mute': {
        const ref = await this.access.requireHost(participant);
        return this.conversation.mute(ref, participant.participantId, message.participantId);
      }
      case 'session.end':
        await this.ends.end(await this.access.requireHost(participant));
        return;
      case 'participant.remove':
        return this.removal.removeGuest(await this.access.requireHost(participant), message.participantId);
      case 'clock.ping':
    }
  }

  /** @throws AppError `invalid_input` for a track that is not the participant's. */
  private async tellProgress(
    participant: ParticipantPrincipal,
    { trackId, sizeBytes }: UploadProgress,
  ): Promise<void> {
    const { sessionId, participantId } = participant;
    const progress = await this.tracks.progress(participant, trackId, sizeBytes);
    if (!progress) throw invalidField('trackId', 'not_allowed', 'No track with this id is yours.');
    const message = { type: 'upload', ...progress } as const;
    this.channel.publish(sessionId, { kind: 'say', except: participantId, message });
  }
}

function stateOf({ type: _type, id: _id, ...state }: StateMessage): Omit<StateMessage, 'type' | 'id'> {
  return state;
}
