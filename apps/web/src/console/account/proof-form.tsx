import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.js';
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
  work: (proof: Proof) => Promise<T>;
  onDone: (result: T) => void;
  onCancel: () => void;
}

/** Asks who is signed in to prove that they are the person. Neither proof nor answer stays in a cache. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { title, hint, action, look = 'primary', asksCode, work, onDone, onCancel } = props;
  const prove = useMutation({ mutationFn: work, onSuccess: onDone, gcTime: 0 });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (prove.isPending) return;
    const form = new FormData(event.currentTarget);
    prove.mutate({
      currentPassword: String(form.get('currentPassword')),
      code: asksCode ? String(form.get('code')).trim() : '',
    });
  };
  return (
    <form className="form" onSubmit={submit} aria-label={title}>
      <p>{hint}</p>
      <UserName />
      <CurrentPassword />
      {asksCode && <CodeField hint={secondFactorCopy.codeHint} />}
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
