import { setPassword } from '../flow/account-api.js';
import { FormPage } from './form-page.js';
import { NewPassword } from './new-password.js';

/** Opens from the link by which a person chooses a password. */
export function Welcome({ token }: { token: string }) {
  return (
    <FormPage
      title="Choose a password"
      intro={<p>You sign in with it and your e-mail address. Earlier sign-ins of yours end.</p>}
      action="Set password"
      onSubmit={(form) => setPassword(token, String(form.get('password')))}
      done="chosen"
    >
      <NewPassword />
    </FormPage>
  );
}
