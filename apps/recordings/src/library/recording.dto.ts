import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NextCursorField,
  NumberField,
  ObjectField,
  RawJson,
  RECORDING_STATUSES,
  Sha256Field,
  StringField,
  TimestampField,
  TRACK_KINDS,
  type RecordingStatus,
  type TrackKind,
} from '@capture/contracts';
import { summaryOf, type ManifestSummary } from './manifest-summary.js';
import { retentionEnd, TRACK_STATES, type TrackState } from './recording.model.js';
import type { RecordingRow } from './recording.repository.js';
import type { TrackRow } from './track-row.js';

/** Gaps of a track that a list shows. */
const LISTED_GAPS = 50;

export class GapDto {
  @StringField({ example: 'device_lost' }) type: string;
  @NumberField({ description: 'Milliseconds into the track' }) atMs: number;
  @NumberField() durationMs: number;
}

class TrackFields {
  @IdField('track', { example: 'trk_01jdz3v0m5e8ksz1a2b3c4d5e6' }) id: string;
  @IdField('participant', {
    nullable: true,
    description: 'Stable within a session; null for a capture request',
  })
  participantId: string | null;
  @BooleanField() isGuest: boolean;

  @IntField({
    nullable: true,
    min: 1,
    example: 1,
    description: 'Take of the session that the track is of; null for a capture request',
  })
  takeNumber: number | null;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @EnumField(TRACK_STATES, { description: '`recording` is reserved' }) state: TrackState;
  @StringField({ example: 'video/mp4' }) contentType: string;
  @StringField({
    nullable: true,
    example: 'avc1.42c01f,opus',
    description: 'As probed; null when the file could not be read',
  })
  codecs: string | null;
  @IntField({ nullable: true, example: 1280 }) width: number | null;
  @IntField({ nullable: true, example: 720 }) height: number | null;
  @NumberField({ nullable: true, example: 12.48, description: 'As probed' }) durationSec: number | null;
  @IntField({ nullable: true, example: 1_843_201 }) sizeBytes: number | null;
  @Sha256Field({ nullable: true, description: 'Of the whole file' }) sha256: string | null;
  @NumberField({ nullable: true, description: 'Start after the earliest track of the recording' })
  startOffsetMs: number | null;
  @NumberField({
    nullable: true,
    description:
      'The same of the file’s picture, which an editor lays at it; null where the room’s server did not measure it',
  })
  videoStartOffsetMs: number | null;
  @NumberField({
    nullable: true,
    description:
      'The same of the file’s sound: within one file it may have been captured later than the picture',
  })
  audioStartOffsetMs: number | null;
  @NumberField({
    nullable: true,
    example: 80,
    description:
      'Sound at the file’s beginning that browsers leave out and FFmpeg does not, as Opus says of itself: `audioStartOffsetMs` is that of what they play first',
  })
  audioPreSkipMs: number | null;
  @NumberField({ nullable: true, description: 'By how much the offsets may be wrong, either way' })
  offsetUncertaintyMs: number | null;
  @NumberField({
    nullable: true,
    min: -1_000_000,
    description: 'What the device’s clock gained on the room’s: a media second lasted so much less',
  })
  driftPpm: number | null;
}

export class TrackDto extends TrackFields {
  @NestedListField(() => GapDto) gaps: GapDto[];
  @ObjectField({
    nullable: true,
    description:
      'How the track was made, signed; null until it is available. Schema: docs/api/capture-manifest.schema.json. Gaps and ' +
      'manifests of one answer have 64 MiB at most: those of the last of very many tracks are left out',
    example: {
      manifestVersion: 1,
      sdk: { name: '@capture/browser', version: '0.1.0' },
      merkleRoot: '9f…',
      signature: { alg: 'EdDSA', kid: '…', value: '…' },
    },
  })
  captureManifest: RawJson | null;
}

class SdkDto {
  @StringField({ nullable: true, example: '@capture/browser' }) name: string | null;
  @StringField({ nullable: true, example: '0.1.0' }) version: string | null;
}

export class ManifestSummaryDto implements ManifestSummary {
  @IntField({ example: 1 }) manifestVersion: number;
  @NestedField(() => SdkDto, { nullable: true }) sdk: SdkDto | null;
  @StringField({ nullable: true }) platform: string | null;
  @StringField({ nullable: true, description: 'ISO 8601, the device’s clock' }) startedAt: string | null;
  @StringField({ nullable: true }) stoppedAt: string | null;
  @Sha256Field({ description: 'RFC 6962 root over the SHA-256 digests of the parts' }) merkleRoot: string;
  @IntField({ example: 2 }) fragmentCount: number;
  @IntField({ example: 0 }) interruptionCount: number;
}

export class ListedTrackDto extends TrackFields {
  @NestedListField(() => GapDto, {
    description: `The first ${LISTED_GAPS}; the recording itself has them all`,
  })
  gaps: GapDto[];
  @NestedField(() => ManifestSummaryDto, {
    nullable: true,
    description:
      'How the track was made, in short and unsigned; null until it is available. The recording itself has the whole, signed',
  })
  captureManifest: ManifestSummaryDto | null;
}

class RecordingFields {
  @IdField('recording', { example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' }) id: string;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
  @IdField('submission', { nullable: true }) submissionId: string | null;
  @EnumField(RECORDING_STATUSES, {
    description: '`partial` while expected tracks are still arriving: a correct answer',
  })
  status: RecordingStatus;
  @TimestampField() createdAt: string;
  @IntField({ nullable: true, description: 'Whole seconds of the longest track' }) durationSec: number | null;
  @IntField({ example: 1 }) expectedTrackCount: number;
  @TimestampField({ nullable: true, description: 'When the footage will be deleted; null when it is kept' })
  retentionExpiresAt: string | null;
}

export class RecordingDto extends RecordingFields {
  @NestedListField(() => TrackDto) tracks: TrackDto[];
}

export class ListedRecordingDto extends RecordingFields {
  @NestedListField(() => ListedTrackDto) tracks: ListedTrackDto[];
}

export class RecordingPageDto {
  @NestedListField(() => ListedRecordingDto) data: ListedRecordingDto[];
  @NextCursorField({ kind: 'recording' }) nextCursor: string | null;
}

function toTrackFields(track: TrackRow, earliest: number | null, alone: boolean): TrackFields {
  const since = (ms: number | null): number | null =>
    ms === null || earliest === null ? null : ms - earliest;
  return {
    id: track.id,
    participantId: track.participantId,
    isGuest: track.isGuest,
    takeNumber: track.takeNumber,
    kind: track.kind,
    state: track.state,
    contentType: track.contentType,
    codecs: track.codecs,
    width: track.width,
    height: track.height,
    durationSec: track.durationMs === null ? null : track.durationMs / 1000,
    sizeBytes: track.sizeBytes,
    sha256: track.sha256,
    startOffsetMs: alone ? 0 : since(track.startedAtMs),
    videoStartOffsetMs: since(track.videoStartedAtMs),
    audioStartOffsetMs: since(track.audioStartedAtMs),
    audioPreSkipMs: track.audioPreSkipMs,
    offsetUncertaintyMs: track.offsetUncertaintyMs,
    driftPpm: track.driftPpm,
  };
}

function toGapDtos({ gaps }: TrackRow): GapDto[] {
  return JSON.parse(gaps) as GapDto[];
}

function toRecordingFields(recording: RecordingRow): RecordingFields {
  return {
    id: recording.id,
    sessionId: recording.sessionId,
    captureRequestId: recording.captureRequestId,
    submissionId: recording.submissionId,
    status: recording.status,
    createdAt: recording.createdAt.toISOString(),
    durationSec: recording.durationSec,
    expectedTrackCount: recording.expectedTrackCount,
    retentionExpiresAt: retentionEnd(recording.createdAt, recording.retentionDays)?.toISOString() ?? null,
  };
}

interface OwnTrack {
  row: TrackRow;
  fields: TrackFields;
}

/** Those of `tracks` that are the recording's own, aligned with each other. */
function ownTracks(recording: RecordingRow, tracks: readonly TrackRow[]): OwnTrack[] {
  const own = tracks.filter((track) => track.recordingId === recording.id);
  const starts = own
    .flatMap((track) => [track.startedAtMs, track.videoStartedAtMs, track.audioStartedAtMs])
    .filter((ms) => ms !== null);
  const earliest = starts.length > 0 ? Math.min(...starts) : null;
  return own.map((row) => ({ row, fields: toTrackFields(row, earliest, recording.sessionId === null) }));
}

/** A recording with those of `tracks` that are its own. */
export function toRecordingDto(recording: RecordingRow, tracks: readonly TrackRow[]): RecordingDto {
  const own = ownTracks(recording, tracks).map(({ row, fields }) => ({
    ...fields,
    gaps: toGapDtos(row),
    captureManifest: row.manifest === null ? null : new RawJson(row.manifest),
  }));
  return { ...toRecordingFields(recording), tracks: own };
}

/** The same for lists, which are bounded however much a recorder had to say of its tracks. */
export function toListedRecordingDto(
  recording: RecordingRow,
  tracks: readonly TrackRow[],
): ListedRecordingDto {
  const own = ownTracks(recording, tracks).map(({ row, fields }) => ({
    ...fields,
    gaps: toGapDtos(row).slice(0, LISTED_GAPS),
    captureManifest: row.manifest === null ? null : summaryOf(row.manifest),
  }));
  return { ...toRecordingFields(recording), tracks: own };
}
