import { BooleanField, EnumField, IdField, StringField } from '../fields/values.js';
import { EventType } from './event.js';

export const PROMOTIONS = ['created', 'existing', 'empty', 'failed'] as const;
export type Promotion = (typeof PROMOTIONS)[number];

class SessionFact {
  @IdField('session') sessionId: string;
}

class ParticipantFact extends SessionFact {
  @IdField('participant') participantId: string;
  @BooleanField() isGuest: boolean;
}

@EventType('session.opened', { description: 'A room was opened.' })
export class SessionOpened extends SessionFact {}

@EventType('session.participant_joined', { description: 'A person joined the room.' })
export class SessionParticipantJoined extends ParticipantFact {}

@EventType('session.participant_left', { description: 'A person left the room.' })
export class SessionParticipantLeft extends ParticipantFact {}

@EventType('session.ended', { description: 'The room was ended by its host or by the API.' })
export class SessionEnded extends SessionFact {
  @EnumField(PROMOTIONS) promotion: Promotion;
  @IdField('recording', { nullable: true }) recordingId: string | null;
}

@EventType('session.expired', {
  description:
    'The room passed its 24-hour cutoff without being ended. What was recorded in it is collected soon after, as by an end.',
})
export class SessionExpired extends SessionFact {}

@EventType('session.promotion_failed', {
  description: 'Uploaded tracks were not promoted; end the session again.',
})
export class SessionPromotionFailed extends SessionFact {
  @StringField({ max: 100 }) errorId: string;
}
