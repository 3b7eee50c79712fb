import { useId, type FormEvent } from 'react';
import { settingsCopy as copy } from '../copy/settings.copy.js';
import { Problem } from '../shell/states.js';
import { useChange } from './use-change.js';

export function OrganizationName({ name }: { name: string }) {
  const id = useId();
  const change = useChange();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('name')).trim();
    if (!change.isPending) change.mutate({ name: wanted });
  };
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.name}>
      <div className="field">
        <label htmlFor={id}>{copy.name}</label>
        <input
          {...{ id, name: 'name', type: 'text', defaultValue: name, maxLength: 200, required: true }}
          aria-describedby={`${id}h`}
        />
        <span className="hint" id={`${id}h`}>
          {copy.nameHint}
        </span>
      </div>
      <Problem error={change.error} />
      <p role="status" className="hint">
        {change.isSuccess && copy.saved}
      </p>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={change.isPending}>
          {copy.save}
        </button>
      </div>
    </form>
  );
}
