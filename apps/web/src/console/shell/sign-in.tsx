import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { Notice } from '../../ui/notice.js';
import { Shell } from '../../ui/shell.js';
import { call, ConsoleError } from '../api/console-client.js';
import { forgetAnswers, ME } from '../api/queries.js';
import { signInCopy } from '../copy/console.copy.js';
import { Page } from './page.js';
import { Problem } from './states.js';

/** In place of every page while nobody is signed in. The address stays, so that the page asked for comes next. */
export function SignIn() {
  const id = useId();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('post', '/console/api/sign-in', { body }),
    onSuccess: (me) => {
      forgetAnswers(client);
      client.setQueryData(ME, me);
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    mutate({ email: String(form.get('email')), password: String(form.get('password')) });
  };
  const isWrong = error instanceof ConsoleError && (error.status === 401 || error.status === 400);
  return (
    <Shell>
      <div className="panel panel--alone">
        <Page title={signInCopy.title}>
          {isWrong ? (
            <Notice tone="alert">
              <p>{signInCopy.wrong}</p>
            </Notice>
          ) : (
            <Problem error={error} />
          )}
          <form className="form" onSubmit={submit}>
            <div className="field">
              <label htmlFor={`${id}e`}>{signInCopy.email}</label>
              <input id={`${id}e`} name="email" type="email" autoComplete="username" required />
            </div>
            <div className="field">
              <label htmlFor={`${id}p`}>{signInCopy.password}</label>
              <input id={`${id}p`} name="password" type="password" autoComplete="current-password" required />
            </div>
            <button type="submit" className="button button--primary" aria-disabled={isPending}>
              {signInCopy.action}
            </button>
          </form>
          <p>
            <a href="/console/forgot">{signInCopy.forgot}</a>
          </p>
        </Page>
      </div>
    </Shell>
  );
}
