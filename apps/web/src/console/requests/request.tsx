import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import {
  deleteRequestCopy as deleteCopy,
  requestCopy as copy,
  requestFormCopy,
  requestsCopy,
} from '../copy/requests.copy.js';
import { formatTime } from '../copy/format.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { CopyText } from '../shell/copy-text.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, Problem } from '../shell/states.js';
import { changesOf } from './request-form.model.js';
import { RequestForm } from './request-form.js';
import {
  closeRequest,
  deleteRequest,
  readRequest,
  requestKeys,
  rotateOpenLink,
  updateRequest,
  type CaptureRequest,
} from './requests-api.js';
import { Roster } from './roster.js';
import { RotateLink } from './rotate-link.js';
import { Submissions } from './submissions.js';

/** One request: what is asked, who is asked, and what came back. */
export function RequestPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: requestKeys.one(id),
    queryFn: () => readRequest(id),
  });
  if (data) return <Opened request={data} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Opened({ request }: { request: CaptureRequest }) {
  const mayManage = useRight('requests.manage');
  const [isEditing, setEditing] = useState(false);
  const [said, say] = useState('');
  if (isEditing) return <Edit request={request} onDone={() => setEditing(false)} />;
  return (
    <Page title={request.title}>
      <p>
        <Link href="/requests">{copy.back}</Link>
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <section className="panel" aria-label={copy.prompt}>
        <p className="hint">
          {requestsCopy.statuses[request.status]} · {copy.limit(Math.round(request.maxDurationSec / 6) / 10)}
          {request.status !== 'closed' &&
            request.deadlineAt !== null &&
            ` · ${copy.deadline(formatTime(request.deadlineAt))}`}
        </p>
        <p className="console-prompt">{request.prompt}</p>
        {request.openLink?.url !== undefined && (
          <OpenLink request={request} url={request.openLink.url} onSaid={say} />
        )}
        {mayManage && request.status !== 'closed' && (
          <Steps request={request} onEdit={() => setEditing(true)} onSaid={say} />
        )}
      </section>
      <Submissions request={request} />
      <Roster request={request} />
      {mayManage && request.status !== 'active' && <Delete id={request.id} />}
    </Page>
  );
}

interface OpenLinkProps {
  request: CaptureRequest;
  url: string;
  onSaid: (text: string) => void;
}

function OpenLink({ request, url, onSaid }: OpenLinkProps) {
  const kept = useKept(request.id);
  return (
    <>
      <CopyText label={copy.openLink} text={url} />
      {request.status !== 'closed' && (
        <RotateLink
          title={copy.rotate}
          rotate={() => rotateOpenLink(request.id)}
          onRotated={(changed) => {
            kept(changed);
            onSaid(copy.rotated);
          }}
        />
      )}
    </>
  );
}

interface StepsProps {
  request: CaptureRequest;
  onEdit: () => void;
  /** Is told what happened, for an announcement. */
  onSaid: (text: string) => void;
}

/** What can be done with a request that is not closed. */
function Steps({ request, onEdit, onSaid }: StepsProps) {
  const [isClosing, setClosing] = useState(false);
  const kept = useKept(request.id);
  const launch = useMutation({
    mutationFn: () => updateRequest(request.id, { status: 'active' }),
    onSuccess: (changed) => {
      kept(changed);
      onSaid(copy.launched);
    },
  });
  return (
    <>
      <Problem error={launch.error} />
      {isClosing ? (
        <Close request={request} onCancel={() => setClosing(false)} onSaid={onSaid} />
      ) : (
        <div className="actions">
          {request.status === 'draft' && (
            <Button look="primary" aria-disabled={launch.isPending} onClick={() => launch.mutate()}>
              {copy.launch}
            </Button>
          )}
          <Button onClick={onEdit}>{copy.edit}</Button>
          {request.status === 'active' && <Button onClick={() => setClosing(true)}>{copy.close}</Button>}
        </div>
      )}
      {request.status === 'draft' && <p className="hint">{copy.launchHint}</p>}
    </>
  );
}

interface CloseProps extends Omit<StepsProps, 'onEdit'> {
  onCancel: () => void;
}

function Close({ request, onCancel, onSaid }: CloseProps) {
  const kept = useKept(request.id);
  useFocusBack(copy.close);
  const close = useMutation({
    mutationFn: () => closeRequest(request.id),
    onSuccess: (changed) => {
      kept(changed);
      onSaid(copy.closed);
    },
  });
  return (
    <div role="group" aria-label={copy.close}>
      <p>{copy.closeHint}</p>
      <Problem error={close.error} />
      <div className="actions">
        <Button look="record" autoFocus aria-disabled={close.isPending} onClick={() => close.mutate()}>
          {copy.closeConfirm}
        </Button>
        <Button onClick={onCancel}>{copy.closeCancel}</Button>
      </div>
    </div>
  );
}

/** For what is not open: nobody can be recording for it. */
function Delete({ id }: { id: string }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteRequest(id),
    onSuccess: () => {
      navigate('/requests', { replace: true });
      client.removeQueries({ queryKey: requestKeys.one(id) });
      void client.invalidateQueries({ queryKey: requestKeys.lists });
    },
  });
  if (!isAsked)
    return (
      <div className="actions">
        <Button onClick={() => ask(true)}>{deleteCopy.title}</Button>
      </div>
    );
  return (
    <div className="panel">
      <ConfirmByTyping
        {...{ title: deleteCopy.title, hint: deleteCopy.hint, action: deleteCopy.action }}
        {...{ label: deleteCopy.label(deleteCopy.word), name: deleteCopy.word }}
        {...{ error: remove.error, isBusy: remove.isPending }}
        onConfirmed={() => remove.mutate()}
        onCancel={() => ask(false)}
      />
    </div>
  );
}

function Edit({ request, onDone }: { request: CaptureRequest; onDone: () => void }) {
  const kept = useKept(request.id);
  // What the page reads anew meanwhile is not what the person saw and changed.
  const [before] = useState(request);
  const save = useMutation({
    mutationFn: (form: FormData) => updateRequest(before.id, changesOf(form, before)),
    onSuccess: (changed) => {
      kept(changed);
      onDone();
    },
  });
  return (
    <Page title={requestFormCopy.editTitle}>
      <RequestForm
        request={before}
        error={save.error}
        isBusy={save.isPending}
        onSubmit={save.mutate}
        onCancel={onDone}
      />
    </Page>
  );
}

/** Keeps the answer of a change, so that the page shows it at once and the lists are asked for again. */
function useKept(id: string): (request: CaptureRequest) => void {
  const client = useQueryClient();
  return (request) => {
    client.setQueryData(requestKeys.one(id), request);
    void client.invalidateQueries({ queryKey: requestKeys.lists });
  };
}
