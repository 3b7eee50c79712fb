import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { Notice } from '../../ui/notice.js';
import { keysCopy as copy } from '../copy/console.copy.js';
import { fromLocalInput } from '../copy/local-time.js';
import { Problem } from '../shell/states.js';
import { createKey, SCOPES, type IssuedKey, type NewKey } from './keys-api.js';

interface CreateKeyProps {
  onIssued: (key: IssuedKey) => void;
  onCancel: () => void;
}

export function CreateKey({ onIssued, onCancel }: CreateKeyProps) {
  const id = useId();
  useFocusBack(copy.create);
  const [lacksScope, setLacksScope] = useState(false);
  const create = useMutation({ mutationFn: createKey, onSuccess: onIssued, gcTime: 0 });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const body = bodyOf(new FormData(event.currentTarget));
    setLacksScope(body.scopes.length === 0);
    if (body.scopes.length > 0) create.mutate(body);
  };
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.create}>
      <div className="field">
        <label htmlFor={`${id}n`}>{copy.name}</label>
        <input {...{ id: `${id}n`, name: 'name', type: 'text', maxLength: 100 }} autoFocus required />
      </div>
      <div className="field">
        <label htmlFor={`${id}m`}>{copy.mode}</label>
        <select id={`${id}m`} name="mode">
          <option value="live">{copy.modes.live}</option>
          <option value="test">{copy.modes.test}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}e`}>{copy.expires}</label>
        <input {...{ id: `${id}e`, name: 'expiresAt', type: 'datetime-local' }} aria-describedby={`${id}h`} />
        <span className="hint" id={`${id}h`}>
          {copy.expiresHint}
        </span>
      </div>
      <fieldset className="console-choices">
        <legend>{copy.scopes}</legend>
        {SCOPES.map((scope) => (
          <label className="check" key={scope}>
            <input type="checkbox" name="scopes" value={scope} />
            {scope}
          </label>
        ))}
      </fieldset>
      {lacksScope && (
        <Notice tone="alert">
          <p>{copy.noScope}</p>
        </Notice>
      )}
      <Problem error={create.error} />
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={create.isPending}>
          {copy.create}
        </button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

function bodyOf(form: FormData): NewKey {
  const chosen = form.getAll('scopes');
  const expiresAt = fromLocalInput(form.get('expiresAt'));
  return {
    name: String(form.get('name')).trim(),
    mode: form.get('mode') === 'test' ? 'test' : 'live',
    scopes: SCOPES.filter((scope) => chosen.includes(scope)),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
