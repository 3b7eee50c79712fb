import { EnumField, IntField, Sha256Field, StringField, TimestampField } from '@capture/contracts';
import { RENDITIONS } from '../store/object-keys.js';

const DOWNLOADS = ['original', ...RENDITIONS] as const;

export class CreateDownloadUrlDto {
  @IntField({ optional: true, min: 60, max: 3600, default: 900, description: 'Seconds that the URL works' })
  expiresInSec: number = 900;
  @EnumField(DOWNLOADS, {
    optional: true,
    default: 'original',
    description:
      'Which file. Recorders write no index: `seekable` is a copy with one in front, the same media packet by packet, ' +
      'with silence where the browser lost sound; made when it is first asked for',
  })
  rendition: (typeof DOWNLOADS)[number] = 'original';
}

export class DownloadUrlDto {
  @StringField({
    format: 'uri',
    max: 4000,
    description: "For GET, with or without Range; ours or the object store's",
  })
  url: string;
  @TimestampField() expiresAt: string;
  @StringField({ example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6-camera-c4d5e6.mp4' }) fileName: string;
  @StringField({ example: 'video/mp4' }) contentType: string;
  @EnumField(DOWNLOADS) rendition: (typeof DOWNLOADS)[number];
  @IntField({ description: 'Of the file that the URL leads to' }) sizeBytes: number;
  @Sha256Field({ description: 'Of the file that the URL leads to' }) sha256: string;
}
