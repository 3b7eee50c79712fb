import { submissionsCopy as copy } from '../copy/requests.copy.js';
import { csvOf } from '../export/csv.model.js';
import type { Format } from '../export/export-list.js';
import type { Submission } from './requests-api.js';

/** Without the address that a consent came from: it stands in the evidence, for those who have to show it. */
const COLUMNS: Record<string, (submission: Submission) => string | number | boolean | null | undefined> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  displayName: ({ displayName }) => displayName,
  durationSec: ({ durationSec }) => durationSec,
  viaOpenLink: ({ viaOpenLink }) => viaOpenLink,
  contactId: ({ contactId }) => contactId,
  recordingId: ({ recordingId }) => recordingId,
  footageExpiredAt: ({ footageExpiredAt }) => footageExpiredAt,
  previousTakeAt: ({ previousTakeAt }) => previousTakeAt,
  releaseVersion: ({ consent }) => consent?.version,
  releaseAcceptedAt: ({ consent }) => consent?.acceptedAt,
  releaseAcceptedBy: ({ consent }) => consent?.subjectName,
};

function rowOf(submission: Submission): string[] {
  return Object.values(COLUMNS).map((read) => String(read(submission) ?? ''));
}

/** How the submissions of a request are saved. */
export const SUBMISSION_FORMATS: readonly Format<Submission>[] = [
  {
    action: copy.saveCsv,
    fileName: copy.file,
    ending: 'csv',
    write: (submissions) => csvOf(Object.keys(COLUMNS), submissions.map(rowOf)),
  },
];
