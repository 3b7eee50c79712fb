import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { passwordCopy as copy } from '../copy/account.copy.js';
import { accountKeys, changePassword } from './account-api.js';
import { AccountProblem } from './account-problem.js';
import { PasswordField, UserName } from './fields.js';

export function ChangePassword() {
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.signIns }),
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = {
      currentPassword: String(given.get('currentPassword')),
      password: String(given.get('password')),
    };
    change.mutate(body, { onSuccess: () => form.reset() });
  };
  return (
    <form className="form panel" onSubmit={submit} aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <UserName />
      <PasswordField name="currentPassword" label={copy.current} autoComplete="current-password" />
      <PasswordField name="password" label={copy.next} autoComplete="new-password" hint={copy.hint} />
      <AccountProblem error={change.error} />
      <p role="status" className="hint">
        {change.isSuccess && copy.saved}
      </p>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={change.isPending}>
          {copy.save}
        </button>
      </div>
    </form>
  );
}
