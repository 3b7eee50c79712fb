import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { rosterCopy as copy } from '../copy/requests.copy.js';
import { Confirm } from '../shell/confirm.js';
import { CopyText } from '../shell/copy-text.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  addContacts,
  listContacts,
  MOST_PEOPLE,
  removeContact,
  requestKeys,
  rotateContactLink,
  type CaptureRequest,
  type Contact,
} from './requests-api.js';
import { readRoster } from './roster.model.js';
import { RotateLink } from './rotate-link.js';

/** Who is asked, each by a link of their own. */
export function Roster({ request }: { request: CaptureRequest }) {
  const id = useId();
  const mayManage = useRight('requests.manage');
  const {
    list,
    problem,
    items: contacts,
  } = usePages(requestKeys.contacts(request.id), (cursor) => listContacts(request.id, cursor));
  const [said, say] = useState('');
  const mayAdd = mayManage && request.status !== 'closed';
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {list.isPending && <Loading />}
      <Problem error={problem} onRetry={() => void list.refetch()} />
      {contacts?.length === 0 && <p>{copy.empty}</p>}
      {contacts?.length === 0 && mayAdd && !request.openLink && <p>{copy.nobodyCan}</p>}
      <ul className="console-list">
        {contacts?.map((contact) => (
          <ContactRow key={contact.id} request={request} contact={contact} onSaid={say} />
        ))}
      </ul>
      <More pages={list} />
      {mayAdd && <AddPeople requestId={request.id} />}
    </section>
  );
}

interface ContactRowProps {
  request: CaptureRequest;
  contact: Contact;
  onSaid: (text: string) => void;
}

/** The link is there for those who may manage requests. */
function ContactRow({ request, contact, onSaid }: ContactRowProps) {
  const client = useQueryClient();
  const mayManage = useRight('requests.manage');
  const { id, name, email, status, link } = contact;
  return (
    <li className="console-row">
      <span className="console-row__title">{name}</span>
      <span className="hint">
        {email} · {copy.statuses[status]}
      </span>
      {link !== undefined && <CopyText label={copy.link(name)} text={link} />}
      {link !== undefined && request.status !== 'closed' && (
        <RotateLink
          title={copy.rotate(name)}
          rotate={() => rotateContactLink(request.id, id)}
          onRotated={() => {
            onSaid(copy.rotated(name));
            void client.invalidateQueries({ queryKey: requestKeys.contacts(request.id) });
          }}
        />
      )}
      {mayManage && <Remove request={request} contact={contact} onSaid={onSaid} />}
    </li>
  );
}

function Remove({ request, contact: { id, name }, onSaid }: ContactRowProps) {
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeContact(request.id, id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: requestKeys.one(request.id) });
      onSaid(copy.removed(name));
    },
  });
  if (isAsked)
    return (
      <Confirm
        title={copy.remove(name)}
        hint={copy.removeHint}
        action={copy.removeAction}
        look="record"
        error={remove.error}
        isBusy={remove.isPending}
        onConfirmed={remove.mutate}
        onCancel={() => ask(false)}
      />
    );
  return (
    <div className="actions">
      <Button small onClick={() => ask(true)}>
        {copy.remove(name)}
      </Button>
    </div>
  );
}

function AddPeople({ requestId }: { requestId: string }) {
  const id = useId();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { people, unread } = readRoster(text);
  const add = useMutation({
    mutationFn: () => addContacts(requestId, people),
    onSuccess: () => {
      setText('');
      // The request's own key is the beginning of that of its roster: both are asked for again.
      return client.invalidateQueries({ queryKey: requestKeys.one(requestId) });
    },
  });
  const isReady = people.length > 0 && people.length <= MOST_PEOPLE && unread.length === 0 && !add.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) add.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{copy.label}</label>
        <textarea
          {...{ id, rows: 4, value: text }}
          aria-describedby={`${id}h`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span className="hint" id={`${id}h`}>
          {copy.hint}
        </span>
      </div>
      <p role="status" className="hint">
        {text === '' && add.data && copy.added(add.data.data.length)}
        {text === '' && add.data?.suppressed.length ? ` ${suppressedOf(add.data)}` : ''}
        {people.length > 0 && copy.preview(people.length)}
        {people.length > MOST_PEOPLE && ` ${copy.tooMany(MOST_PEOPLE)}`}
        {unread.length > 0 && ` ${copy.unread(unread)}`}
      </p>
      <Problem error={add.error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={!isReady}>
          {copy.add}
        </button>
      </div>
    </form>
  );
}

function suppressedOf({ suppressed }: { suppressed: { email: string }[] }): string {
  return copy.suppressed(suppressed.map(({ email }) => email));
}
