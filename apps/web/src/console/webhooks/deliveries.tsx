import { useId } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useRefreshMs } from '../api/live.js';
import { deliveriesCopy as copy } from '../copy/webhooks.copy.js';
import { formatTime } from '../copy/format.js';
import { ChoiceFilter } from '../shell/select-field.js';
import { More } from '../shell/more.js';
import { Empty, Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { outcomeOf } from './outcome.js';
import {
  listDeliveries,
  REFRESH_MS,
  webhookKeys,
  type DeliveryStatus,
  type DeliverySummary,
} from './webhooks-api.js';

const STATUSES = Object.keys(copy.statuses) as DeliveryStatus[];

/** What was sent to an endpoint. The filter stands in the address. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const refreshMs = useRefreshMs(5 * REFRESH_MS);
  const status = STATUSES.find((known) => known === search.get('status'));
  const {
    list,
    problem,
    items: deliveries,
  } = usePages(
    webhookKeys.listed(endpointId, status),
    (cursor) => listDeliveries(endpointId, status, cursor),
    { refreshMs },
  );
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <ChoiceFilter
        label={copy.status}
        all={copy.all}
        choices={copy.statuses}
        value={status}
        onChange={(chosen) => setSearch(chosen ? { status: chosen } : {})}
      />
      {list.isPending && <Loading />}
      <Problem error={problem} onRetry={() => void list.refetch()} />
      {deliveries?.length === 0 && <Empty title={status ? copy.emptyFiltered : copy.empty} />}
      <ul className="console-list">
        {deliveries?.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <More pages={list} />
    </section>
  );
}

function Row({ delivery }: { delivery: DeliverySummary }) {
  const { id, webhookEndpointId, eventType, createdAt } = delivery;
  return (
    <li className="console-row">
      <Link className="console-row__title" href={`/webhooks/${webhookEndpointId}/deliveries/${id}`}>
        {eventType}
      </Link>
      <span className="hint">
        {outcomeOf(delivery)} · {formatTime(createdAt)}
      </span>
    </li>
  );
}
