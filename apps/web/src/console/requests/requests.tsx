import { Link, useSearchParams } from 'wouter';
import { requestsCopy as copy } from '../copy/requests.copy.js';
import { formatTime } from '../copy/format.js';
import { ChoiceFilter } from '../shell/select-field.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  listRequests,
  MOST_TITLE,
  requestKeys,
  type CaptureRequest,
  type RequestFilter,
  type RequestStatus,
} from './requests-api.js';

const STATUSES = Object.keys(copy.statuses) as RequestStatus[];

/** The list of requests. Its filters stand in the address. */
export function Requests() {
  const [search, setSearch] = useSearchParams();
  const mayManage = useRight('requests.manage');
  const status = STATUSES.find((known) => known === search.get('status'));
  const title = search.get('title')?.trim().slice(0, MOST_TITLE) ?? '';
  const filter = { status, title: title === '' ? undefined : title };
  const narrow = (name: keyof RequestFilter, value: string, options?: { replace: boolean }) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (value === '') after.delete(name);
      else after.set(name, value);
      return after;
    }, options);
  const create = (
    <Link className="button button--primary button--small" href="/requests/new">
      {copy.create}
    </Link>
  );
  return (
    <Page title={copy.title} actions={mayManage && create}>
      <div className="console-fields">
        <SearchField
          label={copy.search}
          value={title}
          maxLength={MOST_TITLE}
          onSearch={(text) => narrow('title', text, { replace: true })}
        />
        <ChoiceFilter
          label={copy.status}
          all={copy.all}
          choices={copy.statuses}
          value={status}
          onChange={(chosen) => narrow('status', chosen)}
        />
      </div>
      <Found filter={filter} />
    </Page>
  );
}

function Found({ filter }: { filter: RequestFilter }) {
  const { list, items: requests } = usePages(requestKeys.list(filter), (cursor) =>
    listRequests(filter, cursor),
  );
  if (list.error && !list.data) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  const isSearch = filter.title !== undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {isSearch && requests && copy.found(requests.length, list.hasNextPage)}
      </p>
      {!requests && <Loading />}
      {requests?.length === 0 && <NoRequests filter={filter} goesOn={list.hasNextPage} />}
      <ul className="console-list">
        {requests?.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
      <More pages={list} />
    </>
  );
}

/** @param goesOn the search has looked at the newest requests alone */
function NoRequests({ filter: { status, title }, goesOn }: { filter: RequestFilter; goesOn: boolean }) {
  if (title !== undefined) return <Empty title={goesOn ? copy.notYetFound : copy.nothingFound} />;
  if (status !== undefined) return <Empty title={copy.emptyFiltered} />;
  return (
    <Empty title={copy.empty}>
      <p>{copy.emptyHint}</p>
    </Empty>
  );
}

function Row({ request }: { request: CaptureRequest }) {
  const { contacts, submissions } = request.counts;
  return (
    <li className="console-row">
      <Link className="console-row__title" href={`/requests/${request.id}`}>
        {request.title}
      </Link>
      <span className="hint">
        {copy.statuses[request.status]} · {formatTime(request.createdAt)}
      </span>
      <span className="hint">
        {copy.contacts(contacts)} · {copy.submissions(submissions)}
      </span>
    </li>
  );
}
