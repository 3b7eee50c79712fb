import {
  AppError,
  newId,
  type CommandPattern,
  type CommandPayload,
  type CompletedUpload,
  type SuppressedAddress,
} from '@capture/contracts';
import type { InProcessBus } from '@capture/messaging';

const PART_SIZE = 5 * 1024 * 1024;
const DIGEST = 'a'.repeat(64);

interface FakeUpload {
  storedParts: number[];
  aborted: boolean;
  completed: CompletedUpload | null;
}

type Fault = (pattern: CommandPattern) => void | Promise<void>;

/** Stand-ins for the accounts and recordings services: they keep what they were told, and fail where a test says. */
export class Neighbours {
  readonly uploads = new Map<string, FakeUpload>();
  readonly completions: CommandPayload<'recordings.complete_upload'>[] = [];
  readonly deleted: CommandPayload<'recordings.delete'>[] = [];
  readonly aborted: string[] = [];
  suppressed: SuppressedAddress[] = [];
  allowanceSpent = false;
  organizationPaused = false;
  probedDurationSec = 12;
  /** Runs before the command takes effect; throwing makes the command fail. */
  before: Fault = () => undefined;
  /** Runs after the command took effect; throwing loses the answer. */
  after: Fault = () => undefined;

  calm(): void {
    this.before = () => undefined;
    this.after = () => undefined;
    this.suppressed = [];
    this.allowanceSpent = false;
    this.organizationPaused = false;
    this.probedDurationSec = 12;
  }

  serve(bus: InProcessBus): void {
    this.answer(bus, 'accounts.check_allowance', () => ({
      includedSec: 3600,
      usedSec: 0,
      spent: this.allowanceSpent,
      organizationPaused: this.organizationPaused,
      submissionCap: 10_000,
      ownerMemberId: null,
    }));
    this.answer(bus, 'accounts.list_suppressed', ({ emails }) =>
      this.suppressed.filter(({ email }) => emails.includes(email)),
    );
    this.answer(bus, 'recordings.open_upload', ({ uploadId }) => {
      if (!this.uploads.has(uploadId))
        this.uploads.set(uploadId, { storedParts: [], aborted: false, completed: null });
      return { partSize: PART_SIZE };
    });
    this.answer(bus, 'recordings.upload_state', ({ uploadId }) => {
      const { storedParts, completed } = this.upload(uploadId);
      return {
        phase: completed ? 'completed' : 'open',
        partSize: PART_SIZE,
        storedParts,
        recordingId: completed?.recordingId ?? null,
      };
    });
    this.answer(bus, 'recordings.grant_parts', ({ uploadId, parts }) => {
      const { storedParts } = this.upload(uploadId);
      return parts.map(({ number }) => {
        if (storedParts.includes(number)) return { number, stored: true as const };
        const expiresAt = '2030-01-01T00:00:00.000Z';
        return {
          number,
          method: 'PUT' as const,
          url: `/store/${uploadId}/${number}`,
          headers: {},
          expiresAt,
        };
      });
    });
    this.answer(bus, 'recordings.complete_upload', (payload) => this.completeUpload(payload));
    this.answer(bus, 'recordings.abort_upload', ({ uploadId }) => {
      const upload = this.uploads.get(uploadId);
      if (upload) upload.aborted = true;
      this.aborted.push(uploadId);
      return null;
    });
    this.answer(bus, 'recordings.delete', (payload) => {
      this.deleted.push(payload);
      return null;
    });
  }

  private completeUpload(payload: CommandPayload<'recordings.complete_upload'>): CompletedUpload {
    const upload = this.upload(payload.uploadId);
    upload.completed ??= {
      recordingId: newId('recording'),
      trackId: newId('track'),
      durationSec: this.probedDurationSec,
      sha256: DIGEST,
      merkleRoot: DIGEST,
      sizeBytes: 1024,
    };
    this.completions.push(payload);
    return upload.completed;
  }

  private upload(uploadId: string): FakeUpload {
    const upload = this.uploads.get(uploadId);
    if (!upload) throw new AppError('not_found', 'No such upload.');
    return upload;
  }

  private answer<P extends CommandPattern>(
    bus: InProcessBus,
    pattern: P,
    work: (payload: CommandPayload<P>) => unknown,
  ): void {
    bus.serve('neighbours', pattern, async (payload) => {
      await this.before(pattern);
      const answer = work(payload as CommandPayload<P>);
      await this.after(pattern);
      return answer;
    });
  }
}
