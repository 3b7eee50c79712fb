import { BooleanField, EnumField, IntField, SecretField, StringField } from '@capture/contracts';
import { OutboxConfig } from '@capture/outbox';

const MIB = 1024 * 1024;
const DAY_SEC = 24 * 60 * 60;
const S3_ONLY = { optional: true, description: 'Only with CAPTURE_STORE=s3' } as const;

/** Settings of the recordings service. Sizes are bytes; times are seconds unless the name says otherwise. */
export class RecordingsConfig extends OutboxConfig {
  @EnumField(['filesystem', 's3'], { optional: true, description: 'Where media bytes are kept' })
  CAPTURE_STORE: 'filesystem' | 's3' = 'filesystem';

  @StringField({ optional: true, description: 'Directory of the filesystem store' })
  CAPTURE_STORE_DIR: string = '.capture/store';

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description: 'Bytes of its disk that the filesystem store leaves free, for the database beside it',
  })
  CAPTURE_STORE_RESERVE_BYTES: number = 256 * MIB;

  @StringField({ ...S3_ONLY, pattern: /^https?:\/\// })
  CAPTURE_S3_ENDPOINT?: string;

  @StringField(S3_ONLY)
  CAPTURE_S3_BUCKET: string = 'capture';

  @StringField(S3_ONLY)
  CAPTURE_S3_REGION: string = 'us-east-1';

  @StringField({ ...S3_ONLY, description: 'Without it the SDK looks for credentials in its usual places' })
  CAPTURE_S3_ACCESS_KEY_ID?: string;

  @StringField(S3_ONLY)
  CAPTURE_S3_SECRET_ACCESS_KEY?: string;

  @BooleanField({
    ...S3_ONLY,
    text: true,
    description: 'Clients send parts to the store and fetch files from it; false: through this service',
  })
  CAPTURE_S3_DIRECT: boolean = true;

  @StringField({
    ...S3_ONLY,
    pattern: /^https?:\/\//,
    description: 'Where clients reach the store, when not at CAPTURE_S3_ENDPOINT',
  })
  CAPTURE_S3_PUBLIC_ENDPOINT?: string;

  @IntField({
    ...S3_ONLY,
    text: true,
    min: 1,
    description: 'Bytes that the store asks of every part of a multipart upload but the last',
  })
  CAPTURE_S3_MIN_PART_BYTES: number = 5 * MIB;

  @SecretField({ description: 'Signs part and download URLs' })
  CAPTURE_GRANT_SECRET: string;

  @StringField({
    pattern: /^[A-Za-z0-9+/]{43}=$/,
    description: 'Base64 of the 32-byte Ed25519 seed that signs capture manifests',
  })
  CAPTURE_SIGNING_KEY: string;

  @IntField({
    optional: true,
    text: true,
    min: 1024,
    max: 512 * MIB,
    description: 'Bytes of every part but the last; 5 MiB at least in production',
  })
  CAPTURE_PART_SIZE_BYTES: number = 8 * MIB;

  @IntField({ optional: true, text: true, min: 1024, description: 'Largest take' })
  CAPTURE_MAX_TAKE_BYTES: number = 4096 * MIB;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: DAY_SEC,
    description: 'How long a granted part URL works; where it leads to S3, 15 minutes at most',
  })
  CAPTURE_PART_GRANT_SEC: number = 15 * 60;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description:
      'Bytes a second that the body of a part must bring, over CAPTURE_PART_SLOW_SEC together; 0: any',
  })
  CAPTURE_PART_MIN_BYTES_PER_SEC: number = 1024;

  @IntField({ optional: true, text: true, min: 1, description: 'How long the body of a part may be slower' })
  CAPTURE_PART_SLOW_SEC: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Silence after which an upload is stranded; exact to a tenth of it',
  })
  CAPTURE_STRANDED_AFTER_SEC: number = 15 * 60;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Silence after which a stranded upload is given up and its bytes removed',
  })
  CAPTURE_RESUMABLE_SEC: number = 14 * DAY_SEC;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description: 'Age at which bytes that nothing refers to are removed',
  })
  CAPTURE_ORPHAN_GRACE_SEC: number = DAY_SEC;

  @IntField({ optional: true, text: true, min: 1, description: 'Pause between runs of the upload sweep' })
  CAPTURE_UPLOAD_SWEEP_SEC: number = 30;

  @IntField({ optional: true, text: true, min: 1, description: 'Pause between runs of the retention sweep' })
  CAPTURE_RETENTION_SWEEP_SEC: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    max: 15_000,
    description: 'Milliseconds that a call waits for a seekable copy to be made',
  })
  CAPTURE_RENDITION_WAIT_MS: number = 5_000;

  @IntField({
    optional: true,
    text: true,
    min: 2,
    description:
      'Days that a seekable copy is kept after it was last asked for; it is made anew when asked for again',
  })
  CAPTURE_RENDITION_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 14,
    description: 'Days that rows of deleted recordings and of uploads that were given up outlive their bytes',
  })
  CAPTURE_DELETED_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description:
      'Days that it is kept who was given which download URL; 0: for ever. The audit log keeps it too',
  })
  CAPTURE_DOWNLOAD_GRANT_KEEP_DAYS: number = 365;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Pause between comparisons of store and database',
  })
  CAPTURE_RECONCILE_SEC: number = 60 * 60;
}
