import { useId } from 'react';
import { countsCopy as copy, deliveriesCopy } from '../../copy/webhooks.copy.js';
import { formatCount } from '../../copy/format.js';
import type { DeliveryCount } from '../webhooks-api.js';
import { blocksOf, lineOf, OUTCOMES, totalOf, type Outcome } from './chart.model.js';

const SIZE = { width: 720, height: 160 };
const LATENCY_SIZE = { width: 720, height: 60 };
/** Of the room of a bar, what the bar takes. */
const FILLED = 0.8;

/** Outcomes and latency, drawn. Outcomes differ by pattern as well as by colour; the numbers are in the table. */
export function DeliveryChart({ series }: { series: readonly DeliveryCount[] }) {
  const sums = OUTCOMES.map((outcome) => [outcome, sumOf(series, outcome)] as const);
  const said = sums.map(([outcome, sum]) => `${deliveriesCopy.statuses[outcome]}: ${formatCount(sum)}`);
  return (
    <figure className="chart">
      <Bars series={series} label={copy.chart(said.join(', '))} />
      <ul className="chart__legend" aria-hidden="true">
        {sums.map(([outcome, sum]) => (
          <li key={outcome}>
            <Swatch outcome={outcome} /> {deliveriesCopy.statuses[outcome]}: {formatCount(sum)}
          </li>
        ))}
      </ul>
      <Latency series={series} />
    </figure>
  );
}

function sumOf(series: readonly DeliveryCount[], outcome: Outcome): number {
  return series.reduce((sum, point) => sum + point[outcome], 0);
}

function Bars({ series, label }: { series: readonly DeliveryCount[]; label: string }) {
  const most = Math.max(1, ...series.map(totalOf));
  const step = SIZE.width / series.length;
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {series.map((point, index) =>
        blocksOf(point, most, SIZE.height).map(({ outcome, ...block }) => (
          <Filled
            key={`${point.start} ${outcome}`}
            outcome={outcome}
            x={(index + (1 - FILLED) / 2) * step}
            width={step * FILLED}
            {...block}
          />
        )),
      )}
    </svg>
  );
}

function Swatch({ outcome }: { outcome: Outcome }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <Filled outcome={outcome} x={0} y={0} width={16} height={16} />
    </svg>
  );
}

interface FilledProps {
  outcome: Outcome;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Plain, striped one way, dotted or striped the other way. */
function Filled({ outcome, ...place }: FilledProps) {
  const id = useId();
  if (outcome === 'succeeded') return <rect className="chart__succeeded" {...place} />;
  return (
    <>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="chart__ground" width="6" height="6" />
        <path className={`chart__${outcome}`} d={PATTERNS[outcome]} />
      </pattern>
      <rect className={`chart__edge chart__${outcome}`} {...place} fill={`url(#${id})`} />
    </>
  );
}

const PATTERNS: Record<Exclude<Outcome, 'succeeded'>, string> = {
  pending: 'M1 1h2v2h-2z',
  held: 'M0 0h6v2h-6z',
  failed: 'M-1 1l2-2M0 6l6-6M5 7l2-2',
};

function Latency({ series }: { series: readonly DeliveryCount[] }) {
  const half = series.map(({ latencyP50Ms }) => latencyP50Ms);
  const nearlyAll = series.map(({ latencyP95Ms }) => latencyP95Ms);
  const most = Math.max(0, ...nearlyAll.map((value) => value ?? 0));
  if (most === 0) return null;
  const { width, height } = LATENCY_SIZE;
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={copy.latencies(formatCount(most))}
        className="chart__latency"
      >
        <path className="chart__p50" d={lineOf(half, most, LATENCY_SIZE)} />
        <path className="chart__p95" d={lineOf(nearlyAll, most, LATENCY_SIZE)} />
      </svg>
      <figcaption className="hint">{copy.latencies(formatCount(most))}</figcaption>
    </>
  );
}
