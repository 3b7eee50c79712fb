import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { usageCopy as copy } from '../copy/organization.copy.js';
import { formatAmount, formatDay, formatMonth } from '../copy/format.js';
import { ChoiceFilter } from '../shell/select-field.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading } from '../shell/states.js';
import { Allowance } from './allowance.js';
import { readUsage, usageKey, type Granularity, type Usage } from './usage-api.js';

/** What was collected, against the allowance. The period stands in the address. */
export function UsagePage() {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') === 'month' ? 'month' : 'day';
  const { data, error, refetch } = useQuery({ queryKey: usageKey(by), queryFn: () => readUsage(by) });
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={copy.title}>
      {data && <Allowance usage={data} />}
      <ChoiceFilter
        label={copy.period}
        all={copy.days}
        choices={{ month: copy.months }}
        value={by === 'month' ? by : undefined}
        onChange={(chosen) => setSearch(chosen ? { by: chosen } : {})}
      />
      {!data && <Loading />}
      {data?.series.length === 0 && <Empty title={copy.empty} />}
      {data && data.series.length > 0 && <Series usage={data} by={by} />}
    </Page>
  );
}

function Series({ usage: { series }, by }: { usage: Usage; by: Granularity }) {
  const format = by === 'month' ? formatMonth : formatDay;
  const most = Math.max(
    1,
    ...series.map(({ captureRequestSec, sessionSec }) => captureRequestSec + sessionSec),
  );
  return (
    <div className="console-table" role="region" aria-label={copy.table} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{copy.table}</caption>
        <thead>
          <tr>
            {Object.entries(copy.columns).map(([column, name]) => (
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ start, captureRequestSec, sessionSec }) => {
            const together = captureRequestSec + sessionSec;
            return (
              <tr key={start}>
                <th scope="row">{format(start)}</th>
                <td>{formatAmount(captureRequestSec)}</td>
                <td>{formatAmount(sessionSec)}</td>
                <td>
                  {formatAmount(together)}
                  <meter
                    className="console-meter"
                    aria-label={copy.bar(format(start), formatAmount(together))}
                    min={0}
                    max={most}
                    value={together}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
