import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { useRefreshMs } from '../api/live.js';
import { erasuresCopy as copy } from '../copy/erasures.copy.js';
import { formatTime } from '../copy/format.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { SaveJson } from '../shell/save-json.js';
import { Empty, FailedPage, Loading, NotAllowed, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { ErasePerson } from './erase-person.js';
import { erasureKeys, listErasures, readReceipt, type Erasure } from './erasures-api.js';

const REFRESH_MS = 5_000;

export function Erasures() {
  return useRight('people.erase') ? <ManagedErasures /> : <NotAllowed />;
}

/** People who were erased, without saying who: their addresses are gone. */
function ManagedErasures() {
  const [said, say] = useState('');
  const refreshMs = useRefreshMs(REFRESH_MS);
  const { list, items } = usePages(erasureKeys.list, listErasures, { refreshMs });
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ErasePerson onBegun={() => say(copy.begun)} />
      {!items && <Loading />}
      {items?.length === 0 && <Empty title={copy.empty} />}
      <ul className="console-list">
        {items?.map((erasure) => (
          <Row key={erasure.id} erasure={erasure} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

function progressOf({ services, completedAt }: Erasure): string {
  const waiting = services.filter((step) => step.completedAt === null);
  const [next] = waiting;
  if (completedAt !== null || !next)
    return completedAt === null ? '' : copy.completed(formatTime(completedAt));
  return copy.running(services.length - waiting.length, services.length, next.service);
}

function Row({ erasure }: { erasure: Erasure }) {
  const { id, requestedAt, status } = erasure;
  return (
    <li className="console-row">
      <span className="console-row__title">{id}</span>
      <span className="hint">{copy.asked(formatTime(requestedAt))}</span>
      <span className="hint">{progressOf(erasure)}</span>
      {status === 'completed' && <Receipt id={id} />}
    </li>
  );
}

/** Read when it is asked for. */
function Receipt({ id }: { id: string }) {
  const [isAsked, ask] = useState(false);
  const { data, error } = useQuery({
    queryKey: erasureKeys.receipt(id),
    queryFn: () => readReceipt(id),
    enabled: isAsked,
  });
  if (data) {
    return (
      <SaveJson document={data} fileName={`${id}-receipt.json`}>
        {copy.saveReceipt}
      </SaveJson>
    );
  }
  return (
    <div className="actions">
      <Problem error={error} />
      <Button small onClick={() => ask(true)}>
        {copy.readReceipt}
      </Button>
    </div>
  );
}
