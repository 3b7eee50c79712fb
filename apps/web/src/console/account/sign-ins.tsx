import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { leave } from '../api/queries.js';
import { signInsCopy as copy } from '../copy/account.copy.js';
import { formatTime } from '../copy/format.js';
import { Confirm } from '../shell/confirm.js';
import { Loading, Problem } from '../shell/states.js';
import { accountKeys, endSignIn, listSignIns, signOutEverywhere, type OwnSignIn } from './account-api.js';

/** Where the person is signed in, in every organization. */
export function SignIns() {
  const id = useId();
  const [said, say] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: accountKeys.signIns, queryFn: listSignIns });
  return (
    <section className="form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {!data && (error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />)}
      <ul className="console-list">
        {data?.data.map((signIn) => (
          <Row key={signIn.id} signIn={signIn} onEnded={say} />
        ))}
      </ul>
      <Everywhere />
    </section>
  );
}

function Row({ signIn, onEnded }: { signIn: OwnSignIn; onEnded: (told: string) => void }) {
  const { id, browser, organization, createdAt, lastUsedAt, current } = signIn;
  const client = useQueryClient();
  const name = browser ?? copy.unknown;
  const since = formatTime(createdAt);
  const end = useMutation({
    mutationFn: () => endSignIn(id),
    onSuccess: async () => {
      if (current) return leave(client);
      await client.invalidateQueries({ queryKey: accountKeys.signIns });
      onEnded(copy.ended(name));
    },
  });
  return (
    <li className="console-row" aria-current={current || undefined}>
      <span className="console-row__title">
        {name}
        {current && ` (${copy.here})`}
      </span>
      <span className="hint">{copy.used(organization.name, since, formatTime(lastUsedAt))}</span>
      <Problem error={end.error} />
      <div className="actions">
        <Button small aria-disabled={end.isPending} onClick={() => !end.isPending && end.mutate()}>
          {copy.end(name, since)}
        </Button>
      </div>
    </li>
  );
}

function Everywhere() {
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const end = useMutation({ mutationFn: signOutEverywhere, onSuccess: () => leave(client) });
  if (isAsked)
    return (
      <Confirm
        title={copy.everywhere}
        hint={copy.everywhereHint}
        action={copy.everywhereAction}
        look="record"
        error={end.error}
        isBusy={end.isPending}
        onConfirmed={end.mutate}
        onCancel={() => ask(false)}
      />
    );
  return (
    <div className="actions">
      <Button small onClick={() => ask(true)}>
        {copy.everywhere}
      </Button>
    </div>
  );
}
