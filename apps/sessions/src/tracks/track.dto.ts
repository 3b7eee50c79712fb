import {
  EnumField,
  IdField,
  IntField,
  IntListField,
  ManifestField,
  NumberField,
  ONE_LINE,
  PartSizeHintField,
  RECORDED_TYPE,
  StringField,
  TimestampField,
  TRACK_KINDS,
  UploadDigests,
  type TrackKind,
  type UploadPhase,
} from '@capture/contracts';
import type { NewTrack } from './track.model.js';

export class OpenTrackDto implements NewTrack {
  @StringField({
    optional: true,
    max: 100,
    pattern: ONE_LINE,
    description: 'Id of the caller; opening again under it gives the same track',
  })
  clientTrackId?: string;
  @IntField({ min: 1, description: 'Of `take.start`', example: 1 }) takeNumber: number;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @StringField({
    max: 200,
    pattern: RECORDED_TYPE,
    example: 'video/mp4;codecs=avc1,opus',
  })
  contentType: string;
  @TimestampField({ description: 'When the recorder started, on the server’s clock' }) startedAt: string;
  @PartSizeHintField() partSizeHint?: number;
}

export class OpenedTrackDto {
  @IdField('track', { description: 'The recording lists the track under the same id' }) trackId: string;
  @IntField({ description: 'Every part but the last has exactly this many bytes' }) partSize: number;
}

export class SessionTrackDto extends OpenedTrackDto {
  @IntField({ min: 1 }) takeNumber: number;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @EnumField(['open', 'completed', 'aborted']) state: UploadPhase;
  @IntListField({ min: 1, description: 'Numbers of the parts on stable storage, from 1' })
  storedParts: number[];
}

export class CompleteTrackDto extends UploadDigests {
  @NumberField({ max: 1_000_000, description: 'Seconds', example: 1_841.5 }) durationSec: number;
  @ManifestField() manifest: Record<string, unknown>;
}

export class CompletedTrackDto {
  @IdField('track') trackId: string;
}
