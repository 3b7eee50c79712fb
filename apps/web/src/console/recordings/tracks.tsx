import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { readableSize } from '../../recorder/copy/format.js';
import { Button } from '../../ui/button.js';
import { formatDuration } from '../copy/format.js';
import { tracksCopy as copy } from '../copy/recordings.copy.js';
import { useRight } from '../shell/me.js';
import { Problem } from '../shell/states.js';
import { Manifest } from './manifest/manifest.js';
import { downloadUrl, type Recording, type Track } from './recordings-api.js';

/** What the recording is made of. */
export function Tracks({
  recording,
  names,
}: {
  recording: Recording;
  /** By track. */
  names: ReadonlyMap<string, string>;
}) {
  const id = useId();
  const { tracks } = recording;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      {tracks.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {tracks.map((track) => (
          <Row key={track.id} recordingId={recording.id} track={track} name={names.get(track.id) ?? ''} />
        ))}
      </ul>
      {tracks.some(({ state }) => state === 'available') && (
        <p>
          <a href={`/console/api/recordings/${recording.id}/timeline`} download={`${recording.id}.otio`}>
            {copy.editing}
          </a>
        </p>
      )}
    </section>
  );
}

function Row({ recordingId, track, name }: { recordingId: string; track: Track; name: string }) {
  const mayDownload = useRight('media.download');
  const { state, codecs, width, height, durationSec, sizeBytes, startOffsetMs } = track;
  const facts = [
    copy.states[state],
    durationSec !== null && formatDuration(durationSec),
    startOffsetMs !== null && copy.offset(formatDuration(startOffsetMs / 1000)),
    width !== null && height !== null && `${width} × ${height}`,
    codecs,
    sizeBytes !== null && readableSize(sizeBytes),
  ];
  return (
    <li className="console-row">
      <span className="console-row__title">{name}</span>
      <span className="hint">{facts.filter(Boolean).join(' · ')}</span>
      {track.captureManifest && (
        <Manifest document={track.captureManifest} sha256={track.sha256} trackId={track.id} />
      )}
      {mayDownload && state === 'available' && (
        <Download recordingId={recordingId} trackId={track.id} name={name} />
      )}
    </li>
  );
}

function Download({ recordingId, trackId, name }: { recordingId: string; trackId: string; name: string }) {
  const download = useMutation({
    mutationFn: () => downloadUrl(recordingId, trackId),
    // The answer is a file to save, so that the page stays.
    onSuccess: (url) => location.assign(url),
    gcTime: 0,
  });
  return (
    <>
      <Problem error={download.error} />
      <div className="actions">
        <Button small aria-disabled={download.isPending} onClick={() => download.mutate()}>
          {copy.download(name)}
        </Button>
      </div>
    </>
  );
}
