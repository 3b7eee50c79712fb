import { useId, type FormEvent } from 'react';
import { Notice } from '../../ui/notice.js';
import { signInCopy } from '../copy/room.copy.js';
import type { Phase } from '../flow/room.phase.js';

interface SignInProps {
  phase: Extract<Phase, { name: 'sign_in' }>;
  onSubmit: (email: string, password: string) => void;
}

/** A host has an account; this page asks for it when nobody is signed in. */
export function SignIn({ phase, onSubmit }: SignInProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSubmit(String(form.get('email')), String(form.get('password')));
  };
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        Sign in to host
      </h1>
      <p>A host has an account. Guests need none: send them their invitation instead of this link.</p>
      {phase.problem && (
        <Notice tone="alert">
          <p>{signInCopy[phase.problem]}</p>
        </Notice>
      )}
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}e`}>E-mail address</label>
          <input id={`${id}e`} name="email" type="email" autoComplete="username" required />
        </div>
        <div className="field">
          <label htmlFor={`${id}p`}>Password</label>
          <input id={`${id}p`} name="password" type="password" autoComplete="current-password" required />
        </div>
        <button type="submit" className="button button--primary" disabled={phase.isBusy}>
          Sign in
        </button>
      </form>
    </article>
  );
}
