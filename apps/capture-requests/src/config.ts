import { IntField, SecretField, StringField } from '@capture/contracts';
import { OutboxConfig } from '@capture/outbox';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

export class CaptureRequestsConfig extends OutboxConfig {
  @SecretField({
    description: 'Secret that link keys are derived from; another one voids every link',
  })
  CAPTURE_LINK_SECRET: string;

  @StringField({
    pattern: /^[A-Za-z0-9+/]{43}=$/,
    description: 'Base64 of the 32-byte Ed25519 seed that signs consent evidence',
  })
  CAPTURE_EVIDENCE_SIGNING_KEY: string;

  @IntField({ optional: true, text: true, min: 1, description: 'Largest take, in bytes' })
  CAPTURE_MAX_TAKE_BYTES: number = 4 * GIB;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description:
      'Bits a second that a take has at most on average, beside 32 MiB that it may have however short it is',
  })
  CAPTURE_MAX_TAKE_BITS_PER_SEC: number = 200_000_000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Part size shown to respondents before a take is opened, in bytes',
  })
  CAPTURE_PART_SIZE_BYTES: number = 8 * MIB;

  @IntField({ optional: true, text: true, min: 1, description: 'Unfinished takes one person may have' })
  CAPTURE_OPEN_TAKES_PER_PERSON: number = 3;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Unfinished takes with at least one part that one open link may have',
  })
  CAPTURE_OPEN_TAKES_PER_CAMPAIGN: number = 1000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Unfinished takes that one client address (IPv6: one /64) may have on one open link',
  })
  CAPTURE_OPEN_TAKES_PER_ADDRESS: number = 20;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description:
      'Seconds after which a take without a stored part, that its device no longer asks for, is given up; exact to a tenth of it',
  })
  CAPTURE_EMPTY_TAKE_LIFETIME_SEC: number = 600;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Submissions per request until the plan is known',
  })
  CAPTURE_SUBMISSION_CAP: number = 10_000;

  @IntField({ optional: true, text: true, min: 1, description: 'Days an unfinished take can be resumed' })
  CAPTURE_TAKE_LIFETIME_DAYS: number = 14;

  @IntField({
    optional: true,
    text: true,
    min: 14,
    description: 'Days that a repeated complete of an accepted take is answered as the first one was',
  })
  CAPTURE_ACCEPTED_TAKE_KEEP_DAYS: number = 30;

  @IntField({
    optional: true,
    text: true,
    min: 10,
    description: 'Milliseconds between runs of the job that records passed deadlines',
  })
  CAPTURE_DEADLINES_EVERY_MS: number = 1000;

  @IntField({
    optional: true,
    text: true,
    min: 10,
    description: 'Milliseconds between runs of the jobs that complete stuck takes and remove expired ones',
  })
  CAPTURE_TAKES_EVERY_MS: number = 5000;

  @IntField({
    optional: true,
    text: true,
    min: 1,
    description: 'Seconds after which the job takes over a take from the call that completes it',
  })
  CAPTURE_TAKE_RESUME_AFTER_SEC: number = 60;

  @IntField({
    optional: true,
    text: true,
    min: 100,
    description: 'Milliseconds that completing an upload may take, hashing included',
  })
  CAPTURE_COMPLETE_TIMEOUT_MS: number = 30_000;

  @IntField({
    optional: true,
    text: true,
    min: 10,
    description: 'Milliseconds between runs of the job that disposes of footage',
  })
  CAPTURE_DISPOSALS_EVERY_MS: number = 5000;
}
