import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { manifestCopy as copy } from '../../copy/recordings.copy.js';
import { SaveJson } from '../../shell/save-json.js';
import { Problem } from '../../shell/states.js';
import { TextBlock } from '../../shell/text-block.js';
import { readPublishedKeys, recordingKeys } from '../recordings-api.js';
import { verifyManifest } from './verify-manifest.js';

interface ManifestProps {
  document: Record<string, unknown>;
  /** Of the track's file. */
  sha256: string | null;
  trackId: string;
}

/** How a track was made, and whether this browser finds the signature to hold. */
export function Manifest({ document, sha256, trackId }: ManifestProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{copy.summary}</summary>
      {isOpen && (
        <div className="form">
          <Check document={document} sha256={sha256} />
          <TextBlock label={copy.summary} text={JSON.stringify(document, null, 2)} />
          <SaveJson document={document} fileName={`${trackId}-manifest.json`}>
            {copy.save}
          </SaveJson>
        </div>
      )}
    </details>
  );
}

function Check({ document, sha256 }: { document: Record<string, unknown>; sha256: string | null }) {
  const keys = useQuery({ queryKey: recordingKeys.published, queryFn: readPublishedKeys });
  const verdict = useQuery({
    queryKey: ['manifest', document, sha256, keys.data],
    queryFn: () => (keys.data ? verifyManifest(document, sha256, keys.data) : null),
    enabled: keys.data !== undefined,
    gcTime: 0,
  });
  if (keys.error) return <Problem error={keys.error} onRetry={() => void keys.refetch()} />;
  return (
    <>
      <p className="hint">{copy.check}</p>
      <p role="status" data-verdict={verdict.data}>
        {verdict.data ? copy.verdicts[verdict.data] : copy.checking}
      </p>
    </>
  );
}
