import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { suppressionsCopy as copy } from '../copy/organization.copy.js';
import { formatTime } from '../copy/format.js';
import { Confirm } from '../shell/confirm.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { ExportList, type Format } from '../export/export-list.js';
import { csvOf } from '../export/csv.model.js';
import { AddSuppressions } from './add-suppressions.js';
import {
  listSuppressions,
  removeSuppression,
  suppressionKeys,
  type Suppression,
} from './suppressions-api.js';

/** The most that the API answers. */
const PAGE_OF_EXPORT = 100;

const SUPPRESSION_FORMATS: readonly Format<Suppression>[] = [
  {
    action: copy.saveCsv,
    fileName: copy.csvFile,
    ending: 'csv',
    write: (items) =>
      csvOf(
        ['email', 'reason', 'since'],
        items.map(({ email, reason, createdAt }) => [email, reason, createdAt]),
      ),
  },
];

export function Suppressions() {
  return useRight('suppressions.manage') ? <ManagedSuppressions /> : <NotAllowed />;
}

/** Whom the organization must not contact. */
function ManagedSuppressions() {
  const [said, say] = useState('');
  const { list, items } = usePages(suppressionKeys.list, (cursor) => listSuppressions(cursor));
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <AddSuppressions />
      {items && items.length > 0 && (
        <ExportList
          read={(cursor) => listSuppressions(cursor, PAGE_OF_EXPORT)}
          formats={SUPPRESSION_FORMATS}
        />
      )}
      {!items && <Loading />}
      {items?.length === 0 && <Empty title={copy.empty} />}
      <ul className="console-list">
        {items?.map((suppression) => (
          <Row
            key={suppression.email}
            suppression={suppression}
            onRemoved={() => say(copy.removed(suppression.email))}
          />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

function Row({ suppression, onRemoved }: { suppression: Suppression; onRemoved: () => void }) {
  const { email, reason, createdAt } = suppression;
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeSuppression(email),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: suppressionKeys.all });
      onRemoved();
    },
  });
  return (
    <li className="console-row">
      <span className="console-row__title">{email}</span>
      <span className="hint">{copy.since(copy.reasons[reason], formatTime(createdAt))}</span>
      {isAsked ? (
        <Confirm
          title={copy.remove(email)}
          hint={copy.removeHint}
          action={copy.removeAction}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirmed={remove.mutate}
          onCancel={() => ask(false)}
        />
      ) : (
        <div className="actions">
          <Button small onClick={() => ask(true)}>
            {copy.remove(email)}
          </Button>
        </div>
      )}
    </li>
  );
}
