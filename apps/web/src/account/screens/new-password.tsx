import { useId } from 'react';

/** The field in which a password is chosen. */
export function NewPassword() {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Password</label>
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
        At least 12 characters. Several words are easy to remember.
      </span>
    </div>
  );
}
