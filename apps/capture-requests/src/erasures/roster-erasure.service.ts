import { Injectable } from '@nestjs/common';
import type { CommandReply, ErasedFootage } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import type { Contact } from '../contacts/contact.model.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { CaptureRequestRepository } from '../requests/capture-request.repository.js';
import { SubmissionFootageService } from '../submissions/submission-footage.service.js';
import { SubmissionRepository, type SubmissionFootage } from '../submissions/submission.repository.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import { counted, ERASED_NAME, type Erasure } from './erasure.model.js';
import { ErasureRepository } from './erasure.repository.js';

type Deleted = NonNullable<CommandReply<'recordings.delete_footage'>>;

/** A submission whose footage is gone; `deleted` says how, where recordings knows. */
interface Cleared extends SubmissionFootage {
  deleted: Deleted | null;
}

/** Erases a person from every roster of an organization, with the footage of their answers. */
@Injectable()
export class RosterErasure {
  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly requests: CaptureRequestRepository,
    private readonly contacts: ContactRepository,
    private readonly submissions: SubmissionRepository,
    private readonly footage: SubmissionFootageService,
    private readonly disposal: TakeDisposalService,
    private readonly commands: Commands,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** One contact after another, each with its count in one transaction: a repeat goes on with the next. */
  async erase(erasure: Erasure, { email, ip }: { email: string; ip: string }): Promise<void> {
    for (;;) {
      const contact = await this.contacts.firstWithEmail(erasure.organizationId, email);
      if (!contact) return;
      const cleared: Cleared[] = [];
      for (const submission of await this.submissions.footageOfContact(contact.id))
        cleared.push({ ...submission, deleted: await this.clear(erasure, submission, ip) });
      await this.database.run(() => this.remove(erasure, contact, cleared));
    }
  }

  /** Through the deletion of one answer's footage, with its receipt, event and audit row. */
  private clear(
    { organizationId, requestedBy: deletedBy }: Erasure,
    { id: submissionId, recordingId }: SubmissionFootage,
    ip: string,
  ): Promise<Deleted | null> {
    const payload = { organizationId, submissionId, recordingId, deletedBy, ip };
    return this.commands.send('recordings.delete_footage', payload);
  }

  /** Does nothing when an answer arrived meanwhile: the contact is still there, and its turn comes again. */
  private async remove({ organizationId, id }: Erasure, contact: Contact, cleared: Cleared[]): Promise<void> {
    const erasure = await this.erasures.lock(organizationId, id);
    const request = await this.requests.lock(organizationId, contact.captureRequestId);
    if (!erasure || !request || !(await this.contacts.find(request.id, contact.id))) return;
    const answers = await this.submissions.footageOfContact(contact.id);
    const gone = new Set(cleared.map(({ recordingId }) => recordingId));
    if (answers.some(({ recordingId }) => recordingId !== null && !gone.has(recordingId))) return;
    const now = this.clock.now();
    for (const { recordingId, deleted } of cleared)
      if (recordingId !== null)
        await this.footage.expire(organizationId, recordingId, deleted ? new Date(deleted.deletedAt) : now);
    await this.submissions.rename(contact.id, ERASED_NAME);
    await this.disposal.removeOf({ contactId: contact.id });
    await this.contacts.delete(contact);
    await this.requests.addToCounts(request.id, { contacts: -1 });
    const detail = { captureRequestId: request.id, erasureId: id };
    this.audit.record(organizationId, { action: 'contact.removed', subject: contact.id, detail });
    const footage = erasedFootage(cleared, erasure);
    const counts = { contacts: 1, submissions: answers.length, recordings: footage.length };
    const after = counted(erasure, 'capture-requests', counts);
    await this.erasures.save({ ...after, footage: [...erasure.footage, ...footage] }, now);
  }
}

/** The recordings that went with this erasure: not those that were deleted before it was asked for. */
function erasedFootage(cleared: Cleared[], { requestedAt }: Erasure): ErasedFootage[] {
  return cleared.flatMap(({ id: submissionId, recordingId: named, deleted }) => {
    if (!deleted || (named === null && new Date(deleted.deletedAt) < requestedAt)) return [];
    const { recordingId, deletedAt, receipt } = deleted;
    const { id, tracks = [] } = receipt as { id?: string; tracks?: { objects?: { sha256: string }[] }[] };
    const sha256 = tracks.flatMap(({ objects = [] }) => objects.map((object) => object.sha256));
    return [{ recordingId, submissionId, receiptId: id ?? null, deletedAt, sha256 }];
  });
}
