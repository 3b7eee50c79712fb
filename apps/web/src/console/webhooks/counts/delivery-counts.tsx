import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { countsCopy as copy } from '../../copy/webhooks.copy.js';
import { SelectField } from '../../shell/select-field.js';
import { Loading, Problem } from '../../shell/states.js';
import { countDeliveries, webhookKeys, type CountedBy } from '../webhooks-api.js';
import { DeliveryChart } from './delivery-chart.js';
import { DeliveryTable } from './delivery-table.js';
import '../../styles/chart.css';

const REFRESH_MS = 60_000;

/** How an endpoint's deliveries went over time: drawn, and as a table. */
export function DeliveryCounts({ endpointId }: { endpointId: string }) {
  const id = useId();
  const [by, setBy] = useState<CountedBy>('hour');
  const { data, error, refetch } = useQuery({
    queryKey: webhookKeys.counts(endpointId, by),
    queryFn: () => countDeliveries(endpointId, by),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <SelectField
        label={copy.period}
        choices={copy.periods}
        value={by}
        onChosen={(chosen) => setBy(chosen === 'day' ? 'day' : 'hour')}
      />
      {!data && !error && <Loading />}
      {!data && <Problem error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {!data.complete && <p className="hint">{copy.newest}</p>}
          <DeliveryChart series={data.series} />
          <details>
            <summary>{copy.table}</summary>
            <DeliveryTable series={data.series} by={by} />
          </details>
        </>
      )}
    </section>
  );
}
