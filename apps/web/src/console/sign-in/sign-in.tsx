import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Notice } from '../../ui/notice.js';
import { Shell } from '../../ui/shell.js';
import { call, ConsoleError } from '../api/console-client.js';
import { forgetAnswers, ME, type Me } from '../api/queries.js';
import { signInCopy } from '../copy/console.copy.js';
import { PasskeySignInButton } from '../passkeys/sign-in-button.js';
import { requestKeys } from '../requests/requests-api.js';
import { SignInCode } from './sign-in-code.js';
import { SingleSignOnButton } from './single-sign-on.js';
import { Page } from '../shell/page.js';
import { Problem } from '../shell/states.js';

/** In place of every page while nobody is signed in. The address stays, so that the page asked for comes next. */
export function SignIn() {
  const client = useQueryClient();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const enter = (me: Me) => {
    // What they were writing when their sign-in ended.
    forgetAnswers(client, requestKeys.draft(me.member.id));
    client.setQueryData(ME, me);
  };
  const begin = (ended: boolean) => {
    setHasEnded(ended);
    setChallenge(null);
  };
  return (
    <Shell>
      <div className="panel panel--alone">
        {challenge === null ? (
          <PasswordForm hasEnded={hasEnded} onEnter={enter} onChallenge={setChallenge} />
        ) : (
          <SignInCode
            challenge={challenge}
            onEnter={enter}
            onEnded={() => begin(true)}
            onBack={() => begin(false)}
          />
        )}
      </div>
    </Shell>
  );
}

interface PasswordFormProps {
  /** Whether the last sign-in ended before it had a code. */
  hasEnded: boolean;
  onEnter: (me: Me) => void;
  onChallenge: (challenge: string) => void;
}

function PasswordForm({ hasEnded, onEnter, onChallenge }: PasswordFormProps) {
  const id = useId();
  const email = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('post', '/console/api/sign-in', { body }),
    onSuccess: (answer) => ('challenge' in answer ? onChallenge(answer.challenge) : onEnter(answer)),
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    mutate({ email: String(form.get('email')), password: String(form.get('password')) });
  };
  const isWrong = error instanceof ConsoleError && (error.status === 401 || error.status === 400);
  const told = isWrong ? signInCopy.wrong : hasEnded && !error ? signInCopy.ended : null;
  return (
    <Page title={signInCopy.title}>
      {told === null ? (
        <Problem error={error} />
      ) : (
        <Notice tone="alert">
          <p>{told}</p>
        </Notice>
      )}
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}e`}>{signInCopy.email}</label>
          <input id={`${id}e`} ref={email} name="email" type="email" autoComplete="username" required />
        </div>
        <div className="field">
          <label htmlFor={`${id}p`}>{signInCopy.password}</label>
          <input id={`${id}p`} name="password" type="password" autoComplete="current-password" required />
        </div>
        <button type="submit" className="button button--primary" aria-disabled={isPending}>
          {signInCopy.action}
        </button>
      </form>
      <div className="actions">
        <PasskeySignInButton onEnter={onEnter} />
        <SingleSignOnButton email={() => email.current} />
      </div>
      <p>
        <a href="/console/forgot">{signInCopy.forgot}</a>
      </p>
    </Page>
  );
}
