import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { accountCopy, secondFactorCopy } from '../copy/account.copy.js';
import type { Proof } from './account-api.js';
import { AccountProblem } from './account-problem.js';
import { CodeField, CurrentPassword, UserName } from './fields.js';

interface ProofFormProps<T> {
  /** What is done, as the name of the form. */
  title: string;
  hint: string;
  action: string;
  /** `record` where it takes protection away. */
  look?: 'primary' | 'record';
  /** Whether a code is asked for beside the password; without one it is empty. */
  asksCode: boolean;
  work: (proof: Proof, form: FormData) => Promise<T>;
  onDone: (result: T) => void;
  onCancel: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Asks who is signed in to prove that they are the person. Neither proof nor answer stays in a cache. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { title, hint, action, look = 'primary', asksCode, work, onDone, onCancel, children } = props;
  useFocusBack(title);
  const prove = useMutation({
    mutationFn: ({ proof, form }: { proof: Proof; form: FormData }) => work(proof, form),
    onSuccess: onDone,
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (prove.isPending) return;
    const form = new FormData(event.currentTarget);
    const currentPassword = String(form.get('currentPassword'));
    prove.mutate({ proof: { currentPassword, code: asksCode ? String(form.get('code')).trim() : '' }, form });
  };
  return (
    <form className="form" onSubmit={submit} aria-label={title}>
      <p>{hint}</p>
      <UserName />
      <CurrentPassword />
      {asksCode && <CodeField hint={secondFactorCopy.codeHint} />}
      {children}
      <AccountProblem error={prove.error} />
      <div className="actions">
        <button
          type="submit"
          className={`button button--${look} button--small`}
          aria-disabled={prove.isPending}
        >
          {action}
        </button>
        <Button small onClick={onCancel}>
          {accountCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
