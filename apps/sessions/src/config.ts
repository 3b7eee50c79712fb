import { EnumField, IntField, SecretField, StringListField } from '@capture/contracts';
import { OutboxConfig } from '@capture/outbox';

/** Settings of the sessions service. */
export class SessionsConfig extends OutboxConfig {
  @SecretField({
    description: 'Secret mixed into stored token hashes; changing it voids every invite',
  })
  CAPTURE_TOKEN_SECRET: string;

  @IntField({
    optional: true,
    text: true,
    min: 60,
    max: 604_800,
    description: 'Seconds until an open room expires',
  })
  CAPTURE_SESSION_CUTOFF_SEC: number = 86_400;

  @IntField({
    optional: true,
    text: true,
    min: 50,
    max: 3_600_000,
    description: 'Pause between looks for expired rooms',
  })
  CAPTURE_SESSION_SWEEP_MS: number = 15_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 86_400,
    description:
      'Seconds after which the sweep finishes an end that was cut off, and collects what was recorded in an expired room',
  })
  CAPTURE_SESSION_SETTLE_SEC: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    max: 25_000,
    description: 'How long an end waits for its promotion',
  })
  CAPTURE_PROMOTION_TIMEOUT_MS: number = 15_000;

  @IntField({
    optional: true,
    text: true,
    min: 50,
    max: 60_000,
    description: 'Pause between looks at who is in the rooms; also how often sockets are pinged',
  })
  CAPTURE_ROOM_HEARTBEAT_MS: number = 10_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    max: 3600,
    description: 'Seconds without a socket after which a person has left; several times the heartbeat',
  })
  CAPTURE_ROOM_GRACE_SEC: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 30,
    description: 'Days that what a room was entered and uploaded with is kept after its time is over',
  })
  CAPTURE_ROOM_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 0,
    description: 'Days after joining when the name of a participant is replaced by Guest or Host; 0: never',
  })
  CAPTURE_PARTICIPANT_NAME_DAYS: number = 365;

  @EnumField(['after-take', 'while-recording'], {
    optional: true,
    description:
      'When devices send what they record in rooms: after a take, or whole parts of it already while it goes on, which takes bandwidth from the conversation',
  })
  CAPTURE_ROOM_UPLOAD: 'after-take' | 'while-recording' = 'after-take';

  @IntField({
    optional: true,
    text: true,
    min: 1024,
    description:
      'Largest track of a room, in bytes, as the recordings service takes it; a device that records more begins another track',
  })
  CAPTURE_MAX_TAKE_BYTES: number = 4 * 1024 ** 3;

  @StringListField({
    optional: true,
    text: true,
    pattern: /^(?:stuns?:[^\s@]+|turns?:(?:[^\s:@]+:[^\s@]+@)?[^\s@]+)$/,
    description:
      'STUN and TURN servers for live conversation, such as stun:stun.example.org, by commas; turn:USER:PASSWORD@HOST where a server has a password of its own, percent-encoded',
  })
  CAPTURE_ICE_SERVERS: string[] = [];

  @SecretField({
    optional: true,
    description:
      'What the TURN servers share with us (use-auth-secret of coturn), for credentials that hold for a time',
  })
  CAPTURE_TURN_SECRET?: string;

  @IntField({
    optional: true,
    text: true,
    min: 60,
    max: 604_800,
    description: 'Seconds for which credentials made with CAPTURE_TURN_SECRET hold',
  })
  CAPTURE_TURN_TTL_SEC: number = 43_200;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description: 'Milliseconds that completing an upload may take, hashing included',
  })
  CAPTURE_COMPLETE_TIMEOUT_MS: number = 30_000;
}
