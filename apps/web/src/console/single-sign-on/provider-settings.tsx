import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { roleNames } from '../copy/organization.copy.js';
import { providerCopy as copy } from '../copy/settings.copy.js';
import { Confirm } from '../shell/confirm.js';
import { CopyText } from '../shell/copy-text.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import { bodyOf, changesOf, shownOf, type FilledIn } from './provider-form.model.js';
import {
  changeProvider,
  PROVIDER_KEY,
  REDIRECT_URI,
  removeProvider,
  setProvider,
  type Provider,
} from './single-sign-on-api.js';

/** Where people with an address in the organization's domains sign in. */
export function ProviderSettings({ provider, isProven }: { provider: Provider | null; isProven: boolean }) {
  const id = useId();
  const [said, say] = useState('');
  // The form begins anew with each.
  const [removals, setRemovals] = useState(0);
  const removed = () => {
    setRemovals((count) => count + 1);
    say(copy.removed);
  };
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
        <ProviderForm key={removals} provider={provider} onSaved={() => say(copy.saved)} />
      ) : (
        <p className="hint">{copy.proveFirst}</p>
      )}
      {provider && <RemoveProvider onRemoved={removed} />}
    </section>
  );
}

function ProviderForm({ provider, onSaved }: { provider: Provider | null; onSaved: () => void }) {
  const client = useQueryClient();
  // What the page reads anew meanwhile is not what the person saw and changed.
  const [before, setBefore] = useState(provider);
  const [filledIn, setFilledIn] = useState(() => shownOf(provider));
  const fill = (changed: Partial<FilledIn>) => setFilledIn((now) => ({ ...now, ...changed }));
  const save = useMutation({
    mutationFn: () =>
      provider && before ? changeProvider(changesOf(filledIn, before)) : setProvider(bodyOf(filledIn)),
    onSuccess: (saved) => {
      client.setQueryData(PROVIDER_KEY, saved);
      setBefore(saved);
      setFilledIn(shownOf(saved));
      onSaved();
    },
    // The secret is kept nowhere in the page.
    gcTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const { none: nobody } = copy.newMembers;
  return (
    <form className="form" onSubmit={submit} aria-label={copy.title}>
      <TextField
        {...{ label: copy.issuer, hint: copy.issuerHint, value: filledIn.issuer }}
        onFilledIn={(issuer) => fill({ issuer })}
      />
      <TextField
        {...{ label: copy.clientId, value: filledIn.clientId }}
        onFilledIn={(clientId) => fill({ clientId })}
      />
      <SecretField
        {...{ isKept: provider !== null, value: filledIn.clientSecret }}
        onFilledIn={(clientSecret) => fill({ clientSecret })}
      />
      <Checkbox
        {...{ label: copy.passwordAllowed, isChecked: filledIn.passwordAllowed }}
        onChecked={(passwordAllowed) => fill({ passwordAllowed })}
      />
      <p className="hint">{copy.passwordHint}</p>
      <Checkbox
        {...{ label: copy.asksSecondFactor, isChecked: filledIn.asksSecondFactor }}
        onChecked={(asksSecondFactor) => fill({ asksSecondFactor })}
      />
      <SelectField
        label={copy.newMembers.label}
        choices={{ '': nobody, producer: roleNames.producer, viewer: roleNames.viewer }}
        value={filledIn.newMemberRole}
        onChosen={(newMemberRole) => fill({ newMemberRole })}
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
  label: string;
  hint?: string;
  value: string;
  onFilledIn: (value: string) => void;
}

function TextField({ label, hint, value, onFilledIn }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, type: 'text', maxLength: 500, required: true, value }}
        {...{ autoComplete: 'off', spellCheck: false, dir: 'ltr' }}
        onChange={(event) => onFilledIn(event.currentTarget.value)}
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

interface SecretFieldProps extends Pick<TextFieldProps, 'value' | 'onFilledIn'> {
  isKept: boolean;
}

function SecretField({ isKept, value, onFilledIn }: SecretFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{copy.clientSecret}</label>
      <input
        {...{ id, type: 'password', maxLength: 1000, required: !isKept, value }}
        {...{ autoComplete: 'off', dir: 'ltr' }}
        onChange={(event) => onFilledIn(event.currentTarget.value)}
        aria-describedby={`${id}h`}
      />
      <span className="hint" id={`${id}h`}>
        {isKept ? copy.secretKept : copy.secretHint}
      </span>
    </div>
  );
}

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  onChecked: (isChecked: boolean) => void;
}

function Checkbox({ label, isChecked, onChecked }: CheckboxProps) {
  return (
    <label className="check">
      <input
        {...{ type: 'checkbox', checked: isChecked }}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

function RemoveProvider({ onRemoved }: { onRemoved: () => void }) {
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: removeProvider,
    onSuccess: () => {
      client.setQueryData(PROVIDER_KEY, null);
      onRemoved();
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
