import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { roleNames } from '../copy/organization.copy.js';
import { providerCopy as copy } from '../copy/settings.copy.js';
import { Confirm } from '../shell/confirm.js';
import { CopyText } from '../shell/copy-text.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import {
  PROVIDER_KEY,
  REDIRECT_URI,
  removeProvider,
  setProvider,
  type Provider,
  type ProviderFields,
} from './single-sign-on-api.js';

/** Where people with an address in the organization's domains sign in. */
export function ProviderSettings({ provider, isProven }: { provider: Provider | null; isProven: boolean }) {
  const id = useId();
  const [said, say] = useState('');
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p role="status" className="hint">
        {said}
      </p>
      <p>{provider ? copy.set(provider.domains) : copy.none}</p>
      <CopyText label={copy.redirectUri} text={REDIRECT_URI} />
      <p className="hint">{copy.redirectHint}</p>
      {isProven || provider ? (
        <ProviderForm provider={provider} onSaved={() => say(copy.saved)} />
      ) : (
        <p className="hint">{copy.proveFirst}</p>
      )}
      {provider && <RemoveProvider onRemoved={() => say(copy.removed)} />}
    </section>
  );
}

function fieldsOf(form: FormData): ProviderFields {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const secret = String(form.get('clientSecret') ?? '');
  const role = text('newMemberRole');
  return {
    issuer: text('issuer'),
    clientId: text('clientId'),
    clientSecret: secret === '' ? null : secret,
    passwordAllowed: form.get('passwordAllowed') !== null,
    asksSecondFactor: form.get('asksSecondFactor') !== null,
    newMemberRole: role === 'producer' || role === 'viewer' ? role : null,
  };
}

function ProviderForm({ provider, onSaved }: { provider: Provider | null; onSaved: () => void }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: setProvider,
    onSuccess: async () => {
      onSaved();
      await client.invalidateQueries({ queryKey: PROVIDER_KEY });
    },
    // The secret is kept nowhere in the page.
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const emptySecret = () => {
      const secret = form.elements.namedItem('clientSecret');
      if (secret instanceof HTMLInputElement) secret.value = '';
    };
    if (!save.isPending) save.mutate(fieldsOf(new FormData(form)), { onSuccess: emptySecret });
  };
  const { none: nobody } = copy.newMembers;
  return (
    <form className="form" onSubmit={submit} aria-label={copy.title}>
      <TextField name="issuer" label={copy.issuer} hint={copy.issuerHint} value={provider?.issuer} />
      <TextField name="clientId" label={copy.clientId} value={provider?.clientId} />
      <SecretField isKept={provider !== null} />
      <label className="check">
        <input type="checkbox" name="passwordAllowed" defaultChecked={provider?.passwordAllowed ?? true} />
        {copy.passwordAllowed}
      </label>
      <p className="hint">{copy.passwordHint}</p>
      <label className="check">
        <input type="checkbox" name="asksSecondFactor" defaultChecked={provider?.asksSecondFactor ?? false} />
        {copy.asksSecondFactor}
      </label>
      <SelectField
        label={copy.newMembers.label}
        name="newMemberRole"
        choices={{ '': nobody, producer: roleNames.producer, viewer: roleNames.viewer }}
        defaultValue={provider?.newMemberRole ?? ''}
      />
      <Problem error={save.error} />
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={save.isPending}>
          {copy.save}
        </button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  name: string;
  label: string;
  hint?: string;
  value: string | undefined;
}

function TextField({ name, label, hint, value }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, name, type: 'text', maxLength: 500, required: true, defaultValue: value ?? '' }}
        {...{ autoComplete: 'off', spellCheck: false, dir: 'ltr' }}
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

function SecretField({ isKept }: { isKept: boolean }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{copy.clientSecret}</label>
      <input
        {...{ id, name: 'clientSecret', type: 'password', maxLength: 1000, required: !isKept }}
        {...{ autoComplete: 'off', dir: 'ltr' }}
        aria-describedby={`${id}h`}
      />
      <span className="hint" id={`${id}h`}>
        {isKept ? copy.secretKept : copy.secretHint}
      </span>
    </div>
  );
}

function RemoveProvider({ onRemoved }: { onRemoved: () => void }) {
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: removeProvider,
    onSuccess: async () => {
      onRemoved();
      await client.invalidateQueries({ queryKey: PROVIDER_KEY });
    },
  });
  if (!isAsked)
    return (
      <div className="actions">
        <Button small onClick={() => ask(true)}>
          {copy.remove}
        </Button>
      </div>
    );
  return (
    <Confirm
      title={copy.remove}
      hint={copy.removeHint}
      action={copy.removeAction}
      look="record"
      error={remove.error}
      isBusy={remove.isPending}
      onConfirmed={remove.mutate}
      onCancel={() => ask(false)}
    />
  );
}
