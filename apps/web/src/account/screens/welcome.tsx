import { setPassword } from '../flow/account-api.js';
import { FormPage } from './form-page.js';
import { NewPassword } from './new-password.js';
import { newPasswordCopy as copy } from '../copy/account.copy.js';

/** Opens from the link by which a person chooses a password. */
export function Welcome({ token }: { token: string }) {
  return (
    <FormPage
      title={copy.title}
      intro={<p>{copy.intro}</p>}
      action={copy.action}
      onSubmit={(form) => setPassword(token, String(form.get('password')))}
      done="chosen"
    >
      <NewPassword />
    </FormPage>
  );
}
