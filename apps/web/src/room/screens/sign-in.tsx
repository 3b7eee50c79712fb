import { useId, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { signInCopy } from '../copy/room.copy.js';
import type { RoomController } from '../flow/room.controller.js';
import type { Phase } from '../flow/room.phase.js';
import { hostSignInCopy as copy } from '../copy/screens.copy.js';

interface SignInProps {
  phase: Extract<Phase, { name: 'sign_in' }>;
  controller: RoomController;
}

/** A host has an account; this page asks for it when nobody is signed in, and for a code where one is needed. */
export function SignIn({ phase, controller }: SignInProps) {
  const { problem, isBusy, challenge } = phase;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const given = (name: string): string => String(form.get(name));
    if (challenge === null) void controller.signIn(given('email'), given('password'));
    else void controller.signInWithCode(challenge, given('code'));
  };
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        {copy.title}
      </h1>
      <p>{copy.intro}</p>
      {problem && (
        <Notice tone="alert">
          <p>{signInCopy[problem]}</p>
        </Notice>
      )}
      <form className="form" onSubmit={submit}>
        {challenge === null ? <PasswordFields /> : <CodeField />}
        <button type="submit" className="button button--primary" aria-disabled={isBusy}>
          {copy.action}
        </button>
      </form>
      {challenge === null && 'PublicKeyCredential' in globalThis && (
        <div className="actions">
          <Button aria-disabled={isBusy} onClick={() => void controller.signInWithPasskey()}>
            {copy.passkey}
          </Button>
        </div>
      )}
    </article>
  );
}

function PasswordFields() {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}e`}>{copy.email}</label>
        <input id={`${id}e`} name="email" type="email" autoComplete="username" required />
      </div>
      <div className="field">
        <label htmlFor={`${id}p`}>{copy.password}</label>
        <input id={`${id}p`} name="password" type="password" autoComplete="current-password" required />
      </div>
    </>
  );
}

function CodeField() {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{copy.code}</label>
      <input id={id} name="code" autoComplete="one-time-code" maxLength={100} autoFocus required />
    </div>
  );
}
