import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { CodeField } from '../account/fields.js';
import { call, ConsoleError } from '../api/console-client.js';
import type { Me } from '../api/queries.js';
import { signInCodeCopy } from '../copy/console.copy.js';
import { Page } from '../shell/page.js';
import { Problem } from '../shell/states.js';

interface SignInCodeProps {
  /** From the answer to the password. */
  challenge: string;
  onEnter: (me: Me) => void;
  /** The challenge is not good any more. */
  onEnded: () => void;
  onBack: () => void;
}

/** Asks a person with a second factor for their code. */
export function SignInCode({ challenge, onEnter, onEnded, onBack }: SignInCodeProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (code: string) =>
      call('post', '/console/api/sign-in/second-factor', { body: { challenge, code } }),
    onSuccess: onEnter,
    onError: (refusal) => {
      if (refusal instanceof ConsoleError && refusal.status === 401) onEnded();
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(String(new FormData(event.currentTarget).get('code')));
  };
  const isWrong = error instanceof ConsoleError && error.status === 400;
  return (
    <Page title={signInCodeCopy.title}>
      {isWrong ? (
        <Notice tone="alert">
          <p>{signInCodeCopy.wrong}</p>
        </Notice>
      ) : (
        <Problem error={error} />
      )}
      <form className="form" onSubmit={submit}>
        <CodeField label={signInCodeCopy.code} hint={signInCodeCopy.hint} />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-disabled={isPending}>
            {signInCodeCopy.action}
          </button>
          <Button onClick={onBack}>{signInCodeCopy.back}</Button>
        </div>
      </form>
    </Page>
  );
}
