import { useId } from 'react';
import { accountCopy, secondFactorCopy } from '../copy/account.copy.js';
import { useMe } from '../shell/me.js';

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  autoFocus?: boolean;
}

export function PasswordField({ name, label, autoComplete, hint, autoFocus }: PasswordFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, name, autoComplete, autoFocus, type: 'password', maxLength: 1000, required: true }}
        aria-describedby={hint === undefined ? undefined : `${id}h`}
      />
      {hint !== undefined && (
        <span className="hint" id={`${id}h`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Where a form opens that asks for it: what was clicked has gone, and the focus with it. */
export function CurrentPassword() {
  return (
    <PasswordField
      name="currentPassword"
      label={accountCopy.currentPassword}
      autoComplete="current-password"
      autoFocus
    />
  );
}

/** For password managers: they store a password by the name beside it. */
export function UserName() {
  const { member } = useMe();
  return <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />;
}

interface CodeFieldProps {
  label?: string;
  hint?: string;
  autoFocus?: boolean;
}

export function CodeField({ label = secondFactorCopy.code, hint, autoFocus }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, name: 'code', type: 'text', autoComplete: 'one-time-code', autoCapitalize: 'none' }}
        {...{ spellCheck: false, maxLength: 100, required: true, autoFocus }}
        aria-describedby={hint === undefined ? undefined : `${id}h`}
      />
      {hint !== undefined && (
        <span className="hint" id={`${id}h`}>
          {hint}
        </span>
      )}
    </div>
  );
}
