import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useFocusHome } from '../../ui/focus.js';
import { Notice } from '../../ui/notice.js';
import { problemCopy, type ClosingPage } from '../copy/account.copy.js';
import type { Refusal } from '../flow/account-api.js';
import { Closing } from './closing.js';

interface FormPageProps {
  title: string;
  /** Above the fields. */
  intro: ReactNode;
  children?: ReactNode;
  action: string;
  /** Null when it had its effect. */
  onSubmit: (form: FormData) => Promise<Refusal | null>;
  done: ClosingPage;
}

/** A page with one form, which ends on another page. */
export function FormPage({ title, intro, children, action, onSubmit, done }: FormPageProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Refusal | 'done' | null>(null);
  const ended = outcome === 'done' ? done : outcome === 'expired' ? outcome : undefined;
  useFocusHome(ended ?? 'form');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (ended) return <Closing page={ended} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setOutcome(null);
    void onSubmit(new FormData(event.currentTarget)).then((refusal) => {
      setBusy(false);
      setOutcome(refusal ?? 'done');
    });
  };
  return (
    <article className="panel panel--alone">
      <h1>{title}</h1>
      {intro}
      {outcome && outcome !== 'done' && outcome !== 'expired' && (
        <Notice tone="alert">
          <p>{problemCopy[outcome]}</p>
        </Notice>
      )}
      <form className="form" onSubmit={submit}>
        {children}
        {/* Not disabled while busy: a disabled button would lose the focus. */}
        <button type="submit" className="button button--primary" aria-disabled={isBusy}>
          {action}
        </button>
      </form>
    </article>
  );
}
