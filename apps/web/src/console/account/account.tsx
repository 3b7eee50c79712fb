import { useMutation } from '@tanstack/react-query';
import { LanguageLinks } from '../../language/language-links.js';
import { Button } from '../../ui/button.js';
import { accountCopy as copy, ownDataCopy } from '../copy/account.copy.js';
import { languageCopy } from '../copy/console.copy.js';
import { useMe } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { saveFile } from '../shell/save-file.js';
import { Problem } from '../shell/states.js';
import { listPasskeys, listSignIns, readFactor } from './account-api.js';
import { ChangePassword } from './change-password.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { SignIns } from './sign-ins.js';

/** What the person who is signed in has, whatever organization they are in. */
export function AccountPage() {
  const { member } = useMe();
  return (
    <Page title={copy.title}>
      <p className="hint console-words">{copy.intro(member.email)}</p>
      <SecondFactor />
      <Passkeys />
      <ChangePassword />
      <SignIns />
      <OwnLanguage />
      <OwnData />
    </Page>
  );
}

function OwnLanguage() {
  return (
    <section className="form" aria-label={languageCopy.title}>
      <h2>{languageCopy.title}</h2>
      <p className="hint">{languageCopy.hint}</p>
      <p>
        <LanguageLinks />
      </p>
    </section>
  );
}

/** What is kept of the person who is signed in, as a file. */
function OwnData() {
  const { member, organization, organizations } = useMe();
  const save = useMutation({
    mutationFn: () => Promise.all([readFactor(), listPasskeys(), listSignIns()]),
    onSuccess: ([secondFactor, passkeys, signIns]) => {
      const lists = { passkeys: passkeys.data, signIns: signIns.data };
      const all = { member, organization, organizations, secondFactor, ...lists };
      saveFile(ownDataCopy.file, 'application/json', JSON.stringify(all, null, 2));
    },
  });
  return (
    <section className="form" aria-label={ownDataCopy.title}>
      <h2>{ownDataCopy.title}</h2>
      <p className="hint">{ownDataCopy.hint}</p>
      <Problem error={save.error} />
      <div className="actions">
        <Button small aria-disabled={save.isPending} onClick={() => !save.isPending && save.mutate()}>
          {ownDataCopy.save}
        </Button>
      </div>
    </section>
  );
}
