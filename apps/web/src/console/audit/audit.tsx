import { Link, useSearchParams } from 'wouter';
import { auditCopy as copy } from '../copy/organization.copy.js';
import { formatTime } from '../copy/format.js';
import { listMembers, memberKeys } from '../members/members-api.js';
import { useMe, useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { ExportList } from '../export/export-list.js';
import { auditKey, filterOf, listAuditLog, type AuditEntry } from './audit-api.js';
import { AUDIT_FORMATS } from './audit-formats.js';
import { Filter } from './filter.js';

/** The most that the API answers. */
const PAGE_OF_EXPORT = 100;

export function AuditLog() {
  return useRight('audit.read') ? <ReadLog /> : <NotAllowed />;
}

/** Who changed what. The filter stands in the address. */
function ReadLog() {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const { list, items } = usePages(auditKey(filter), (cursor) => listAuditLog(filter, cursor));
  const names = useNames();
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <Filter filter={filter} onChange={(changed) => setSearch({ ...changed })} />
      {items && items.length > 0 && (
        <ExportList
          key={`export ${search.toString()}`}
          read={(cursor) => listAuditLog(filter, cursor, PAGE_OF_EXPORT)}
          formats={AUDIT_FORMATS}
        />
      )}
      {!items && <Loading />}
      {items?.length === 0 && <Empty title={isFiltered ? copy.emptyFiltered : copy.empty} />}
      <ul className="console-list">
        {items?.map((entry) => (
          <Row key={entry.id} entry={entry} nameOf={(id) => names.get(id) ?? id} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

/** E-mail addresses of the members by id; without those of members who have left. */
function useNames(): ReadonlyMap<string, string> {
  const { member } = useMe();
  const { items = [] } = usePages(memberKeys.list, listMembers);
  return new Map([
    ['operator', copy.operator],
    ...items.map(({ id, email }) => [id, email] as const),
    [member.id, copy.you(member.email)],
  ]);
}

function Row({ entry, nameOf }: { entry: AuditEntry; nameOf: (id: string) => string }) {
  const { at, actor, ip, action, subject, detail } = entry;
  const details = Object.entries(detail);
  return (
    <li className="console-row">
      <span className="console-row__title">{action}</span>
      <span>
        <Link href={`/audit?${new URLSearchParams({ subject }).toString()}`}>{nameOf(subject)}</Link>{' '}
        {copy.by} <Link href={`/audit?${new URLSearchParams({ actor }).toString()}`}>{nameOf(actor)}</Link>
      </span>
      <span className="hint">
        {formatTime(at)} · {ip}
      </span>
      {details.length > 0 && (
        <details>
          <summary>{copy.detail}</summary>
          <dl className="console-pairs">
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
