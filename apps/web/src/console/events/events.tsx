import { Link, useSearchParams } from 'wouter';
import { eventsCopy as copy } from '../copy/events.copy.js';
import { formatTime } from '../copy/format.js';
import { ChoiceFilter } from '../shell/select-field.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { eventKeys, listEvents, useEventTypes, type Event } from './events-api.js';

export function Events() {
  return useRight('webhooks.manage') ? <Log /> : <NotAllowed />;
}

/** The log of events, newest first. Its filter stands in the address. */
function Log() {
  const [search, setSearch] = useSearchParams();
  const type = search.get('type') ?? undefined;
  const types = useEventTypes().filter((known) => known !== 'ping');
  const { list, items: events } = usePages(eventKeys.list(type), (cursor) => listEvents(type, cursor));
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  // A type of the address is shown before the names of all of them are there.
  const names = new Set([...types, ...(type === undefined ? [] : [type])]);
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <ChoiceFilter
        label={copy.type}
        all={copy.all}
        choices={Object.fromEntries([...names].map((name) => [name, name]))}
        value={type}
        onChange={(chosen) => setSearch(chosen ? { type: chosen } : {})}
      />
      {!events && <Loading />}
      {events?.length === 0 && <Empty title={type === undefined ? copy.empty : copy.emptyFiltered} />}
      <ul className="console-list">
        {events?.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

function Row({ event: { id, type, sequence, timestamp } }: { event: Event }) {
  return (
    <li className="console-row">
      <Link className="console-row__title" href={`/events/${id}`}>
        {type}
      </Link>
      <span className="hint">
        {copy.number(sequence)} · {formatTime(timestamp)}
      </span>
    </li>
  );
}
