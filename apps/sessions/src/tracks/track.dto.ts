import {
  EnumField,
  IdField,
  IntField,
  IntListField,
  ManifestField,
  NestedField,
  NestedListField,
  NextCursorField,
  NumberField,
  ONE_LINE,
  PartSizeHintField,
  RECORDED_TYPE,
  StringField,
  TimestampField,
  TRACK_KINDS,
  UploadDigests,
  type Page,
  type TrackKind,
  type UploadPhase,
} from '@capture/contracts';
import type { DeviceStarts } from '../alignment/alignment.service.js';
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

/** Instants of the device's own clock, that of its pings: Unix milliseconds, with fractions. */
class DeviceStartsDto implements DeviceStarts {
  @StringField({ optional: true, max: 64, description: 'Of the pings of that clock' }) clockId?: string;
  @NumberField({ optional: true, description: 'Of the first frame of the file' }) videoAt?: number;
  @NumberField({ optional: true, description: 'Of the first sound of the file' }) audioAt?: number;
}

export class CompleteTrackDto extends UploadDigests {
  @NumberField({ max: 1_000_000, description: 'Seconds', example: 1_841.5 }) durationSec: number;
  @NestedField(() => DeviceStartsDto, {
    optional: true,
    description: 'When the file began, as the device saw it; the server puts it on the room’s clock',
  })
  starts?: DeviceStartsDto;
  @ManifestField() manifest: Record<string, unknown>;
}

export class CompletedTrackDto {
  @IdField('track') trackId: string;
}

/** How far a track is, by what the server has stored. */
export class TrackProgressDto {
  @IdField('track', { description: 'The recording lists the track under the same id' }) id: string;
  @IdField('participant') participantId: string;
  @IntField({ min: 1 }) takeNumber: number;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @EnumField(['open', 'completed', 'aborted'], {
    description: '`open` until its device has sent all of it; `aborted` when the upload was given up',
  })
  state: UploadPhase;
  @IntField({ description: 'Bytes on stable storage' }) storedBytes: number;
  @IntField({ description: 'Bytes of the whole track, as far as its device has told; it may grow' })
  sizeBytes: number;
  @TimestampField({ description: 'When its device opened it' }) createdAt: string;
}

export class TrackProgressPageDto implements Page<TrackProgressDto> {
  @NestedListField(() => TrackProgressDto) data: TrackProgressDto[];
  @NextCursorField({ kind: 'track' }) nextCursor: string | null;
}
