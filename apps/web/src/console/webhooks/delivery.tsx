import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { ConsoleError } from '../api/console-client.js';
import { useRefreshMs } from '../api/live.js';
import { deliveriesCopy, deliveryCopy as copy } from '../copy/webhooks.copy.js';
import { formatTime } from '../copy/format.js';
import { eventKeys, readEvent } from '../events/events-api.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, NotAllowed, Problem } from '../shell/states.js';
import { TextBlock } from '../shell/text-block.js';
import { errorOf } from './outcome.js';
import { readDelivery, REFRESH_MS, replayDelivery, webhookKeys, type Delivery } from './webhooks-api.js';

interface DeliveryPageProps {
  endpointId: string;
  id: string;
}

export function DeliveryPage(props: DeliveryPageProps) {
  return useRight('webhooks.manage') ? <ManagedDelivery {...props} /> : <NotAllowed />;
}

function ManagedDelivery({ endpointId, id }: DeliveryPageProps) {
  const refreshMs = useRefreshMs(REFRESH_MS);
  const { data, error, refetch } = useQuery({
    queryKey: webhookKeys.delivery(endpointId, id),
    queryFn: () => readDelivery(endpointId, id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? refreshMs : false),
  });
  if (data) return <Opened delivery={data} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

/** One delivery: every attempt, and what the receiver answered. */
function Opened({ delivery }: { delivery: Delivery }) {
  const id = useId();
  const { webhookEndpointId, eventType, status, nextAttemptAt, createdAt, attempts } = delivery;
  return (
    <Page title={copy.title(eventType)}>
      <p>
        <Link href={`/webhooks/${webhookEndpointId}`}>{copy.back}</Link>
      </p>
      <section className="panel" aria-label={copy.about}>
        <p role="status">
          {deliveriesCopy.statuses[status]}
          {nextAttemptAt !== null && ` · ${copy.next(formatTime(nextAttemptAt))}`}
        </p>
        <p className="hint">{formatTime(createdAt)}</p>
        <EventLink eventId={delivery.eventId} />
        <Replay delivery={delivery} />
      </section>
      <section className="panel" aria-labelledby={id}>
        <h2 id={id}>{copy.attempts}</h2>
        {attempts.length === 0 && <p>{copy.noAttempt}</p>}
        <ul className="console-list">
          {attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </ul>
      </section>
    </Page>
  );
}

/** Test events are sent and in no log. */
function EventLink({ eventId }: { eventId: string }) {
  const { data, error } = useQuery({ queryKey: eventKeys.one(eventId), queryFn: () => readEvent(eventId) });
  if (data) {
    return (
      <p>
        <Link href={`/events/${eventId}`}>{copy.event}</Link>
      </p>
    );
  }
  if (error instanceof ConsoleError && error.status === 404) return <p className="hint">{copy.noEvent}</p>;
  return <Problem error={error} />;
}

/** Whatever the receiver sent is shown as text. */
function Attempt({ attempt: { attempt, at, status, error, latencyMs, responseBody } }: AttemptProps) {
  const result = [
    ...(status === null ? [] : [copy.answered(status)]),
    ...(error === null ? [] : [errorOf(error)]),
    copy.latency(latencyMs),
    formatTime(at),
  ];
  return (
    <li className="console-row">
      <span className="console-row__title">{copy.attempt(attempt)}</span>
      <span className="hint">{result.join(' · ')}</span>
      {responseBody === '' && <span className="hint">{copy.emptyBody}</span>}
      {responseBody && <TextBlock label={copy.body(attempt)} text={responseBody} />}
    </li>
  );
}

interface AttemptProps {
  attempt: Delivery['attempts'][number];
}

function Replay({ delivery: { id, webhookEndpointId, status } }: { delivery: Delivery }) {
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(webhookEndpointId, id),
    onSuccess: (queued) => {
      client.setQueryData(webhookKeys.delivery(webhookEndpointId, id), queued);
      return client.invalidateQueries({ queryKey: webhookKeys.deliveries(webhookEndpointId) });
    },
  });
  return (
    <>
      <Problem error={replay.error} />
      <div className="actions">
        <Button aria-disabled={replay.isPending} onClick={() => replay.mutate()}>
          {copy.replay}
        </Button>
      </div>
      {replay.isSuccess && status === 'pending' && <p role="status">{copy.replayed}</p>}
    </>
  );
}
