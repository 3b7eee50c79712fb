import { Button } from '../../../ui/button.js';
import { formatDuration } from '../../copy/format.js';
import { playerCopy as copy } from '../../copy/recordings.copy.js';
import { Waveform } from '../waveform/waveform.js';
import type { Lane, Span } from './timeline.model.js';

interface LaneRowProps {
  lane: Lane;
  name: string;
  totalMs: number;
  positionMs: number;
  /** Where its file is played from. */
  url: string;
  isMuted: boolean;
  onMute: () => void;
}

const HEIGHT = 48;
/** Of it for what is recorded, the rest for how loud it is. */
const BAR_HEIGHT = 16;
/** The drawing's width, whatever that of the page. */
const WIDTH = 1000;

/** A track on the timeline: where it begins and ends, where it has gaps, and how loud it is. */
export function LaneRow({ lane, name, totalMs, positionMs, url, isMuted, onMute }: LaneRowProps) {
  const scale = totalMs > 0 ? WIDTH / totalMs : 0;
  const drawn = ({ startMs, endMs }: Span) => ({
    x: startMs * scale,
    width: Math.max(2, (endMs - startMs) * scale),
    height: BAR_HEIGHT,
  });
  const [from, to] = [formatDuration(lane.startMs / 1000), formatDuration(lane.endMs / 1000)];
  return (
    <li className="synced__lane">
      <span className="console-row__title">{name}</span>
      <span className="hint">{copy.lane(from, to, lane.gaps.length)}</span>
      <Button small aria-pressed={isMuted} onClick={onMute}>
        {copy.mute(name)}
      </Button>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="synced__track" {...drawn(lane)} />
        {lane.gaps.map((gap) => (
          <rect key={gap.startMs} className="synced__gap" {...drawn(gap)} />
        ))}
        <g transform={`translate(0 ${BAR_HEIGHT})`}>
          <Waveform
            trackId={lane.id}
            url={url}
            durationSec={(lane.endMs - lane.startMs) / lane.scale / 1000}
            {...drawn(lane)}
            height={HEIGHT - BAR_HEIGHT}
          />
        </g>
        <rect className="synced__position" x={positionMs * scale - 1} width={3} height={HEIGHT} />
      </svg>
    </li>
  );
}
