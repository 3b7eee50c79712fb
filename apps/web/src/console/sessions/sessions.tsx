import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { formatTime } from '../copy/format.js';
import { sessionsCopy as copy } from '../copy/sessions.copy.js';
import { CopyText } from '../shell/copy-text.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  listSessions,
  openSession,
  sessionKeys,
  type ListedSession,
  type OpenedSession,
} from './sessions-api.js';

/** Every session of the organization, newest first. */
export function Sessions() {
  const client = useQueryClient();
  const mayHost = useRight('rooms.host');
  const { list, items: sessions } = usePages(sessionKeys.list, listSessions);
  // Its answer has links that are credentials: it is in this page alone.
  const open = useMutation({
    mutationFn: openSession,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.list }),
    gcTime: 0,
  });
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  const create = (
    <Button look="primary" small aria-disabled={open.isPending} onClick={() => open.mutate()}>
      {copy.open}
    </Button>
  );
  return (
    <Page title={copy.title} actions={mayHost && !open.data && create}>
      <Problem error={open.error} />
      {open.data && <Links opened={open.data} onStored={open.reset} />}
      {!sessions && <Loading />}
      {sessions?.length === 0 && (
        <Empty title={copy.empty}>
          <p>{copy.emptyHint}</p>
        </Empty>
      )}
      <ul className="console-list">
        {sessions?.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

function Links({ opened, onStored }: { opened: OpenedSession; onStored: () => void }) {
  const { session, joinUrl, hostUrl } = opened;
  return (
    <section className="panel" aria-label={copy.opened(session.roomCode)}>
      <h2 tabIndex={-1} ref={takeFocus}>
        {copy.opened(session.roomCode)}
      </h2>
      <p>{copy.openedHint}</p>
      <CopyText label={copy.joinUrl} text={joinUrl} />
      <CopyText label={copy.hostUrl} text={hostUrl} />
      <p>
        <Link href={`/sessions/${session.id}`}>{copy.page}</Link>
      </p>
      <div className="actions">
        <Button onClick={onStored}>{copy.stored}</Button>
      </div>
    </section>
  );
}

/** The button that was pressed has given way to the links. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}

function Row({ session }: { session: ListedSession }) {
  const { id, roomCode, status, createdAt, participantCount } = session;
  return (
    <li className="console-row">
      <Link className="console-row__title" href={`/sessions/${id}`}>
        {roomCode}
      </Link>
      <span className="hint">
        {copy.statuses[status]} · {formatTime(createdAt)} · {copy.people(participantCount)}
      </span>
    </li>
  );
}
