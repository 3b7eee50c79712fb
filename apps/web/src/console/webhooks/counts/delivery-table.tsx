import { countsCopy as copy, deliveriesCopy } from '../../copy/webhooks.copy.js';
import { formatCount, formatDay, formatTime } from '../../copy/format.js';
import type { CountedBy, DeliveryCount } from '../webhooks-api.js';
import { OUTCOMES } from './chart.model.js';

/** What the chart shows, in numbers; the newest first. */
export function DeliveryTable({ series, by }: { series: readonly DeliveryCount[]; by: CountedBy }) {
  const format = by === 'day' ? formatDay : formatTime;
  const latency = (ms: number | null) => (ms === null ? copy.none : copy.latency(formatCount(ms)));
  return (
    <div className="console-table" role="region" aria-label={copy.table} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{copy.title}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.from}</th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col">
                {deliveriesCopy.statuses[outcome]}
              </th>
            ))}
            <th scope="col">{copy.p50}</th>
            <th scope="col">{copy.p95}</th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((point) => (
            <tr key={point.start}>
              <th scope="row">{format(point.start)}</th>
              {OUTCOMES.map((outcome) => (
                <td key={outcome}>{formatCount(point[outcome])}</td>
              ))}
              <td>{latency(point.latencyP50Ms)}</td>
              <td>{latency(point.latencyP95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
