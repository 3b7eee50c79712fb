import { useId } from 'react';
import { forgotPassword } from '../flow/account-api.js';
import { FormPage } from './form-page.js';
import { forgotCopy as copy } from '../copy/account.copy.js';

export function Forgot() {
  const id = useId();
  return (
    <FormPage
      title={copy.title}
      intro={<p>{copy.intro}</p>}
      action={copy.action}
      onSubmit={(form) => forgotPassword(String(form.get('email')))}
      done="asked"
    >
      <div className="field">
        <label htmlFor={id}>{copy.email}</label>
        <input id={id} name="email" type="email" autoComplete="username" required />
      </div>
    </FormPage>
  );
}
