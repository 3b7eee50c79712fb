import { useId } from 'react';
import { newPasswordCopy as copy } from '../copy/account.copy.js';

/** The field in which a password is chosen. */
export function NewPassword() {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{copy.label}</label>
      <input
        id={id}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={200}
        aria-describedby={`${id}h`}
        required
      />
      <span className="hint" id={`${id}h`}>
        {copy.hint}
      </span>
    </div>
  );
}
