import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { erasuresCopy as copy } from '../copy/erasures.copy.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { erasePerson, erasureKeys } from './erasures-api.js';

/** Asks for the address twice: what is erased cannot be had back. */
export function ErasePerson({ onBegun }: { onBegun: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [isAsked, ask] = useState(false);
  const erase = useMutation({
    mutationFn: () => erasePerson(email.trim()),
    onSuccess: async () => {
      setEmail('');
      ask(false);
      onBegun();
      await client.invalidateQueries({ queryKey: erasureKeys.list });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '') ask(true);
  };
  if (isAsked) {
    const address = email.trim();
    return (
      <div className="panel">
        <ConfirmByTyping
          title={copy.confirm(address)}
          hint={copy.hint}
          label={copy.label(address)}
          name={address}
          action={copy.action}
          error={erase.error}
          isBusy={erase.isPending}
          onConfirmed={() => erase.mutate()}
          onCancel={() => {
            erase.reset();
            ask(false);
          }}
        />
      </div>
    );
  }
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.title}>
      <div className="field">
        <label htmlFor={id}>{copy.email}</label>
        <input
          {...{ id, type: 'email', value: email, autoComplete: 'off', required: true }}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <div className="actions">
        <button type="submit" className="button">
          {copy.ask}
        </button>
      </div>
    </form>
  );
}
