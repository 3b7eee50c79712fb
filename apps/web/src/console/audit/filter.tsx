import { useEffect, useId, useRef, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { auditCopy as copy } from '../copy/organization.copy.js';
import { fromLocalInput, toLocalInput } from '../copy/local-time.js';
import type { AuditFilter } from './audit-api.js';

interface FilterProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** Entries have to be all of what is filled in. It shows the filter of the address, and stays when that changes: the focus is in it. */
export function Filter({ filter, onChange }: FilterProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const asked = JSON.stringify(filter);
  useEffect(() => form.current?.reset(), [asked]);
  const clear = () => {
    form.current?.reset();
    onChange({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange(chosenOf(new FormData(event.currentTarget)));
  };
  return (
    <form ref={form} className="form panel" onSubmit={submit} aria-label={copy.filter}>
      <div className="console-fields">
        {(['action', 'actor', 'subject'] as const).map((name) => (
          <div className="field" key={name}>
            <label htmlFor={`${id}${name}`}>{copy[name]}</label>
            <input
              {...{ id: `${id}${name}`, name, type: 'text', defaultValue: filter[name] }}
              {...{ maxLength: name === 'subject' ? 300 : 100, autoComplete: 'off', spellCheck: false }}
              {...(name === 'actor' && { 'aria-describedby': `${id}h` })}
            />
            {name === 'actor' && (
              <span className="hint" id={`${id}h`}>
                {copy.actorHint}
              </span>
            )}
          </div>
        ))}
        {(['from', 'to'] as const).map((name) => (
          <div className="field" key={name}>
            <label htmlFor={`${id}${name}`}>{copy[name]}</label>
            <input
              {...{ id: `${id}${name}`, name, type: 'datetime-local' }}
              defaultValue={toLocalInput(filter[name])}
            />
          </div>
        ))}
      </div>
      <div className="actions">
        <button type="submit" className="button">
          {copy.apply}
        </button>
        <Button onClick={clear}>{copy.clear}</Button>
      </div>
    </form>
  );
}

function chosenOf(form: FormData): AuditFilter {
  const text = (name: string) => String(form.get(name)).trim();
  const chosen: AuditFilter = { action: text('action'), actor: text('actor'), subject: text('subject') };
  const from = fromLocalInput(form.get('from'));
  const to = fromLocalInput(form.get('to'));
  const given = Object.entries({ ...chosen, ...(from && { from }), ...(to && { to }) });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
