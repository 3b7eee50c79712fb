import { EnumField, ObjectField, StringField } from '@capture/contracts';
import type { Timeline } from './timeline.model.js';

const VERSIONS = ['Timeline.1'] as const;

export class TimelineDto implements Timeline {
  @EnumField(VERSIONS) OTIO_SCHEMA: 'Timeline.1';
  @StringField({ description: 'Id of the recording', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  name: string;
  @ObjectField({ nullable: true }) global_start_time: null;
  @ObjectField({ description: '`capture`: the recording, its session and its status' }) metadata: object;
  @ObjectField({
    description: 'Schema `Stack.1`: a track each for the picture and the sound of each file',
    example: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: [] },
  })
  tracks: Timeline['tracks'];
}
