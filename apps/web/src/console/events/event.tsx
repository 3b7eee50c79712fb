import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { eventCopy as copy, eventsCopy } from '../copy/events.copy.js';
import { formatTime } from '../copy/format.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { TextBlock } from '../shell/text-block.js';
import { eventKeys, readEvent, type Event } from './events-api.js';

export function EventPage({ id }: { id: string }) {
  return useRight('webhooks.manage') ? <Logged id={id} /> : <NotAllowed />;
}

function Logged({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ queryKey: eventKeys.one(id), queryFn: () => readEvent(id) });
  if (data) return <Opened event={data} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

/** One event, as it is sent to endpoints. */
function Opened({ event }: { event: Event }) {
  return (
    <Page title={event.type}>
      <p>
        <Link href="/events">{copy.back}</Link>
      </p>
      <section className="panel" aria-label={copy.about}>
        <p className="hint">
          {eventsCopy.number(event.sequence)} · {formatTime(event.timestamp)}
        </p>
        <TextBlock label={copy.payload} text={JSON.stringify(event, null, 2)} />
      </section>
    </Page>
  );
}
