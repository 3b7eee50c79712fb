import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useRefreshMs } from '../api/live.js';
import { formatTime } from '../copy/format.js';
import { sessionCopy as copy, sessionsCopy } from '../copy/sessions.copy.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading } from '../shell/states.js';
import { EndOfSession } from './end-of-session.js';
import { Invites } from './invites.js';
import { People } from './people.js';
import { readSession, sessionKeys, type Session } from './sessions-api.js';
import { StoredTracks } from './stored-tracks.js';

/** How often an open session is asked for who is there and what is recorded. */
const REFRESH_MS = 5_000;

/** One session: who is there, what is recorded and stored, and its end. */
export function SessionPage({ id }: { id: string }) {
  const refreshMs = useRefreshMs(REFRESH_MS);
  const { data, error, refetch } = useQuery({
    queryKey: sessionKeys.one(id),
    queryFn: () => readSession(id),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? refreshMs : false),
  });
  if (data) return <Opened session={data} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Opened({ session }: { session: Session }) {
  const { id, roomCode, status, expiresAt, endedAt } = session;
  const mayHost = useRight('rooms.host');
  const isOpen = status === 'open';
  return (
    <Page title={copy.title(roomCode)}>
      <p>
        <Link href="/sessions">{copy.back}</Link>
      </p>
      <section className="panel" aria-label={copy.about}>
        <p className="hint" role="status">
          {sessionsCopy.statuses[status]} · {formatTime(session.createdAt)}
        </p>
        {isOpen && <p>{copy.until(formatTime(expiresAt))}</p>}
        {endedAt !== null && <p>{copy.ended(formatTime(endedAt))}</p>}
        {isOpen && mayHost && (
          // Another page of the server, not of the console.
          <p>
            <a href={`/host/${id}`}>{copy.host}</a>
          </p>
        )}
      </section>
      {mayHost && <EndOfSession session={session} />}
      <People session={session} />
      <Takes session={session} />
      <StoredTracks session={session} />
      {mayHost && <Invites session={session} />}
    </Page>
  );
}

function Takes({ session: { takes } }: { session: Session }) {
  return (
    <section className="panel" aria-label={copy.takes}>
      <h2>{copy.takes}</h2>
      {takes.length === 0 && <p>{copy.noTakes}</p>}
      <ul className="console-list">
        {takes.map(({ takeNumber, startedAt, stoppedAt }) => (
          <li key={takeNumber} className="console-row">
            <span className="console-row__title">{copy.take(takeNumber)}</span>
            <span className="hint">
              {stoppedAt === null
                ? copy.recording
                : copy.between(formatTime(startedAt), formatTime(stoppedAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
