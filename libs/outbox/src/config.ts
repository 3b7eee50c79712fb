import { IntField } from '@capture/contracts';
import { withBusSettings } from '@capture/messaging';
import { DatabaseConfig } from '@capture/persistence';

/** Settings of a service: HTTP, database, bus, outbox and inbox. */
export class OutboxConfig extends withBusSettings(DatabaseConfig) {
  @IntField({
    optional: true,
    text: true,
    min: 10,
    description: 'Pause between polls of the outbox; a commit in the process wakes the relay at once',
  })
  CAPTURE_OUTBOX_POLL_MS: number = 250;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description: 'Rows of a relay that died are taken over after this',
  })
  CAPTURE_OUTBOX_LEASE_MS: number = 10_000;

  @IntField({
    optional: true,
    text: true,
    min: 50,
    description: 'Pause between comparisons of the outbox with the stream',
  })
  CAPTURE_OUTBOX_CHECK_MS: number = 30_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Days that published events are kept to replace a lost stream',
  })
  CAPTURE_OUTBOX_KEEP_DAYS: number = 7;

  @IntField({ optional: true, text: true, min: 1, description: 'Days that a repeated event is recognized' })
  CAPTURE_INBOX_KEEP_DAYS: number = 30;
}
