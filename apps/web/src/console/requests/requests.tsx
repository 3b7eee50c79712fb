import { Link, useSearchParams } from 'wouter';
import { requestsCopy } from '../copy/requests.copy.js';
import { formatTime } from '../copy/format.js';
import { ChoiceFilter } from '../shell/select-field.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { listRequests, requestKeys, type CaptureRequest, type RequestStatus } from './requests-api.js';

const STATUSES = Object.keys(requestsCopy.statuses) as RequestStatus[];

/** The list of requests. Its filter stands in the address. */
export function Requests() {
  const [search, setSearch] = useSearchParams();
  const mayManage = useRight('requests.manage');
  const status = STATUSES.find((known) => known === search.get('status'));
  const { list, items: requests } = usePages(requestKeys.list(status), (cursor) =>
    listRequests(status, cursor),
  );
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  const create = (
    <Link className="button button--primary button--small" href="/requests/new">
      {requestsCopy.create}
    </Link>
  );
  return (
    <Page title={requestsCopy.title} actions={mayManage && create}>
      <ChoiceFilter
        label={requestsCopy.status}
        all={requestsCopy.all}
        choices={requestsCopy.statuses}
        value={status}
        onChange={(chosen) => setSearch(chosen ? { status: chosen } : {})}
      />
      {!requests && <Loading />}
      {requests?.length === 0 && (
        <Empty title={status ? requestsCopy.emptyFiltered : requestsCopy.empty}>
          {!status && <p>{requestsCopy.emptyHint}</p>}
        </Empty>
      )}
      <ul className="console-list">
        {requests?.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
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
        {requestsCopy.statuses[request.status]} · {formatTime(request.createdAt)}
      </span>
      <span className="hint">
        {requestsCopy.contacts(contacts)} · {requestsCopy.submissions(submissions)}
      </span>
    </li>
  );
}
