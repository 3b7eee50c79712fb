import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { AccountProblem } from '../account/account-problem.js';
import { PasswordField, UserName } from '../account/fields.js';
import { accountCopy } from '../copy/account.copy.js';
import { formatTime } from '../copy/format.js';
import { deletionCopy as copy } from '../copy/settings.copy.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { useRight } from '../shell/me.js';
import { Problem } from '../shell/states.js';
import {
  deleteOrganization,
  ORGANIZATION_KEY,
  readOrganization,
  takeDeletionBack,
  type Organization,
} from './settings-api.js';

const LOOKED_AT_AGAIN_MS = 60_000;

/** On every page while the organization is to be deleted: until then somebody has to notice. */
export function DeletionNotice() {
  const { data } = useQuery({
    queryKey: ORGANIZATION_KEY,
    queryFn: readOrganization,
    staleTime: LOOKED_AT_AGAIN_MS,
  });
  if (!data || data.deletionAt === null) return null;
  return (
    <Notice tone="warn" title={copy.asked(formatTime(data.deletionAt))}>
      <p>{copy.askedHint}</p>
    </Notice>
  );
}

/** The deletion of the organization: asked for by owners, with its name and their password, and taken back. */
export function Deletion({ organization }: { organization: Organization }) {
  const id = useId();
  const [said, say] = useState('');
  const mayDelete = useRight('organization.delete');
  const { deletionAt } = organization;
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      {!mayDelete && <p>{copy.owners}</p>}
      {deletionAt !== null && <p>{copy.asked(formatTime(deletionAt))}</p>}
      <p className="hint">{copy.hint}</p>
      <p className="hint">{copy.receipt}</p>
      <p role="status">{said}</p>
      {mayDelete && deletionAt === null && <Ask organization={organization} onAsked={() => say('')} />}
      {mayDelete && deletionAt !== null && <TakeBack onTakenBack={() => say(copy.takenBack)} />}
    </section>
  );
}

/** Reads the organization again once the server has changed when it is deleted. */
function useDeletionChange<A>(mutationFn: (asked: A) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ORGANIZATION_KEY });
      onDone();
    },
    gcTime: 0,
  });
}

function Ask({ organization: { name }, onAsked }: { organization: Organization; onAsked: () => void }) {
  const [isAsked, ask] = useState(false);
  const remove = useDeletionChange(deleteOrganization, onAsked);
  if (!isAsked) {
    return (
      <div className="actions">
        <Button onClick={() => ask(true)}>{copy.ask}</Button>
      </div>
    );
  }
  return (
    <ConfirmByTyping
      title={copy.title}
      hint={copy.confirmHint}
      label={copy.name(name)}
      name={name}
      action={copy.action}
      error={null}
      isBusy={remove.isPending}
      onConfirmed={(form) => remove.mutate({ name, currentPassword: String(form.get('currentPassword')) })}
      onCancel={() => ask(false)}
    >
      <UserName />
      <PasswordField
        name="currentPassword"
        label={accountCopy.currentPassword}
        autoComplete="current-password"
      />
      <AccountProblem error={remove.error} />
    </ConfirmByTyping>
  );
}

function TakeBack({ onTakenBack }: { onTakenBack: () => void }) {
  const takeBack = useDeletionChange(takeDeletionBack, onTakenBack);
  return (
    <>
      <Problem error={takeBack.error} />
      <div className="actions">
        <Button
          look="primary"
          aria-disabled={takeBack.isPending}
          onClick={() => {
            if (!takeBack.isPending) takeBack.mutate(undefined);
          }}
        >
          {copy.takeBack}
        </Button>
      </div>
    </>
  );
}
