import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  PROMOTIONS,
  StringField,
  type Promotion,
} from '@capture/contracts';

export class EndedSessionDto {
  @BooleanField({ description: 'The session had been ended before; its promotion was tried again' })
  alreadyClosed: boolean;

  @EnumField(PROMOTIONS, { description: '`failed`: tracks are held; call end again' }) promotion: Promotion;
  @IntField({ description: 'Files saved by this call' }) savedCount: number;
  @IdField('recording', { nullable: true }) recordingId: string | null;
  @StringField({ optional: true, description: 'With `failed`: quote it to support' }) errorId?: string;
}
