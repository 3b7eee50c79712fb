import { useId } from 'react';
import { forgotPassword } from '../flow/account-api.js';
import { FormPage } from './form-page.js';

export function Forgot() {
  const id = useId();
  return (
    <FormPage
      title="Forgotten password"
      intro={<p>You get a link by mail, with which you choose another one.</p>}
      action="Send the link"
      onSubmit={(form) => forgotPassword(String(form.get('email')))}
      done="asked"
    >
      <div className="field">
        <label htmlFor={id}>E-mail address</label>
        <input id={id} name="email" type="email" autoComplete="username" required />
      </div>
    </FormPage>
  );
}
