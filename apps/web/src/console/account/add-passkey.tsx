import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { addPasskey, beginPasskey, type OwnPasskey, type Proof } from './account-api.js';
import { ProofForm } from './proof-form.js';
import { passkeysCopy as copy } from '../copy/passkeys.copy.js';
import { useMe } from '../shell/me.js';
import { makePasskey } from '../passkeys/device.js';

interface AddPasskeyProps {
  asksCode: boolean;
  onAdded: (passkey: OwnPasskey) => void;
}

/** From the password to a key pair on the device. */
export function AddPasskey({ asksCode, onAdded }: AddPasskeyProps) {
  const id = useId();
  const { member } = useMe();
  const [isAsked, ask] = useState(false);
  const work = async (proof: Proof, form: FormData) => {
    const made = await makePasskey(await beginPasskey(proof), member.email);
    const name = String(form.get('passkeyName')).trim();
    return addPasskey(name === '' ? made : { ...made, name });
  };
  const done = (passkey: OwnPasskey) => {
    ask(false);
    onAdded(passkey);
  };
  if (!isAsked)
    return (
      <div className="actions">
        <Button small look="primary" onClick={() => ask(true)}>
          {copy.add}
        </Button>
      </div>
    );
  return (
    <ProofForm
      {...{ title: copy.add, hint: copy.addHint, action: copy.go, asksCode, work }}
      onDone={done}
      onCancel={() => ask(false)}
    >
      <div className="field">
        <label htmlFor={id}>{copy.name}</label>
        <input
          {...{ id, name: 'passkeyName', maxLength: 100, autoComplete: 'off' }}
          aria-describedby={`${id}h`}
        />
        <span className="hint" id={`${id}h`}>
          {copy.nameHint}
        </span>
      </div>
    </ProofForm>
  );
}
