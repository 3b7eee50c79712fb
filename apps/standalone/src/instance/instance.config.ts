import { IntField } from '@capture/contracts';

const MIB = 1024 * 1024;

/** Settings of an instance on this machine. Sizes are bytes. */
export class InstanceConfig {
  @IntField({
    optional: true,
    text: true,
    min: 64 * 1024,
    description: 'Size at which the log is put aside as capture.log.1, which replaces the one before',
  })
  CAPTURE_LOG_MAX_BYTES: number = 32 * MIB;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description: 'Free bytes of its disk below which the database takes no changes; reads go on',
  })
  CAPTURE_DATABASE_RESERVE_BYTES: number = 32 * MIB;
}
