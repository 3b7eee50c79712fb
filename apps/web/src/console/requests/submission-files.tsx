import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { submissionsCopy as copy } from '../copy/requests.copy.js';
import { useRight } from '../shell/me.js';
import { saveFile } from '../shell/save-file.js';
import { Problem } from '../shell/states.js';
import { readEvidence, submittedFileUrl, type Submission } from './requests-api.js';

/** A record of before there were releases is no evidence. */
const LEGACY = 'legacy';

interface SubmissionFilesProps {
  requestId: string;
  submission: Submission;
}

/** What can be saved of a submission: its file, and the signed evidence of its consent. */
export function SubmissionFiles({ requestId, submission }: SubmissionFilesProps) {
  const mayDownload = useRight('media.download');
  const { id, displayName, recordingId, consent } = submission;
  const download = useMutation({
    mutationFn: submittedFileUrl,
    onSuccess: (url) => {
      // The answer is a file to save, so that the page stays.
      if (url !== null) location.assign(url);
    },
    gcTime: 0,
  });
  const evidence = useMutation({
    mutationFn: () => readEvidence(requestId, id),
    onSuccess: (signed) =>
      saveFile(`${id}-evidence.json`, 'application/json', JSON.stringify(signed, null, 2)),
    gcTime: 0,
  });
  return (
    <>
      <Problem error={download.error ?? evidence.error} />
      {download.data === null && (
        <Notice tone="warn">
          <p>{copy.notReady}</p>
        </Notice>
      )}
      <div className="actions">
        {mayDownload && recordingId !== null && (
          <Button small aria-disabled={download.isPending} onClick={() => download.mutate(recordingId)}>
            {copy.download(displayName)}
          </Button>
        )}
        {consent && consent.version !== LEGACY && (
          <Button small aria-disabled={evidence.isPending} onClick={() => evidence.mutate()}>
            {copy.evidence(displayName)}
          </Button>
        )}
      </div>
    </>
  );
}
