import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import { playerCopy as copy } from '../../copy/recordings.copy.js';
import { Problem } from '../../shell/states.js';
import type { Recording, Track } from '../recordings-api.js';
import { LaneRow } from './lane-row.js';
import { playbackUrls } from './playback-urls.js';
import { SyncedPlayer } from './synced-player.js';
import { lanesOf, placeAt, takeAt, totalMsOf } from './timeline.model.js';
import { Transport } from './transport.js';

interface PlayerProps {
  recording: Recording;
  /** By track. */
  names: ReadonlyMap<string, string>;
}

/** Asks for URLs when it is opened: they work for a while only, and each is in the audit log. */
export function Player({ recording, names }: PlayerProps) {
  const id = useId();
  const [hasLapsed, setLapsed] = useState(false);
  const tracks = recording.tracks.filter(
    ({ state, durationSec }) => state === 'available' && durationSec !== null,
  );
  const open = useMutation({
    mutationFn: () =>
      playbackUrls(
        recording.id,
        tracks.map((track) => track.id),
      ),
    gcTime: 0,
    onMutate: () => setLapsed(false),
  });
  const urls = hasLapsed ? undefined : open.data;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <Problem error={open.error} />
      {tracks.length === 0 && <p>{copy.nothing}</p>}
      {hasLapsed && (
        <Notice tone="warn">
          <p>{copy.lapsed}</p>
        </Notice>
      )}
      {urls && <Stage tracks={tracks} names={names} urls={urls} onLapsed={() => setLapsed(true)} />}
      {tracks.length > (urls?.size ?? 0) && (
        <div className="actions">
          <Button look="primary" aria-disabled={open.isPending} onClick={() => open.mutate()}>
            {urls ? copy.openAll : copy.open}
          </Button>
        </div>
      )}
      <p className="hint" role="status">
        {open.isPending && copy.preparing}
      </p>
    </section>
  );
}

interface StageProps {
  tracks: readonly Track[];
  names: ReadonlyMap<string, string>;
  urls: ReadonlyMap<string, string>;
  onLapsed: () => void;
}

function Stage({ tracks, names, urls, onLapsed }: StageProps) {
  // A track that arrives while others play must not stop them: it waits until the player is opened again.
  const [lanes] = useState(() => lanesOf(tracks.filter(({ id }) => urls.has(id))));
  const player = useMemo(() => new SyncedPlayer(lanes), [lanes]);
  const state = useSyncExternalStore(player.subscribe, player.read);
  const [muted, setMuted] = useState<readonly string[]>([]);
  const take = takeAt(lanes, state.positionMs);
  return (
    <div className="synced">
      <div className="synced__pictures">
        {lanes.map((lane) => (
          <Media
            key={lane.id}
            player={player}
            trackId={lane.id}
            name={names.get(lane.id) ?? ''}
            url={urls.get(lane.id) ?? ''}
            isPicture={tracks.some(({ id, width }) => id === lane.id && width !== null)}
            isShown={lane.takeNumber === take}
            isWithin={placeAt(lane, state.positionMs).isWithin}
            isMuted={muted.includes(lane.id)}
            onLapsed={onLapsed}
          />
        ))}
      </div>
      <Transport player={player} state={state} totalMs={totalMsOf(lanes)} />
      <ul className="console-list">
        {lanes.map((lane) => (
          <LaneRow
            key={lane.id}
            lane={lane}
            name={names.get(lane.id) ?? ''}
            totalMs={totalMsOf(lanes)}
            positionMs={state.positionMs}
            url={urls.get(lane.id) ?? ''}
            isMuted={muted.includes(lane.id)}
            onMute={() =>
              setMuted(muted.includes(lane.id) ? muted.filter((one) => one !== lane.id) : [...muted, lane.id])
            }
          />
        ))}
      </ul>
    </div>
  );
}

interface MediaProps {
  player: SyncedPlayer;
  trackId: string;
  name: string;
  url: string;
  isPicture: boolean;
  /** It is of the take that is shown. */
  isShown: boolean;
  isWithin: boolean;
  isMuted: boolean;
  onLapsed: () => void;
}

function Media({ player, trackId, name, url, isPicture, isShown, isWithin, isMuted, onLapsed }: MediaProps) {
  const [element, setElement] = useState<HTMLMediaElement | null>(null);
  useEffect(() => (element ? player.attach(trackId, element) : undefined), [player, trackId, element]);
  const shared = { ref: setElement, src: url, preload: 'auto', muted: isMuted, onError: onLapsed };
  if (!isPicture) return <audio {...shared} aria-label={name} hidden />;
  return (
    <figure hidden={!isShown} data-idle={!isWithin || undefined}>
      <video {...shared} playsInline aria-label={name} className="console-player" />
      <figcaption className="hint">{name}</figcaption>
    </figure>
  );
}
