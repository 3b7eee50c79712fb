import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { endpointFormCopy as copy } from '../copy/webhooks.copy.js';
import { useEventTypes } from '../events/events-api.js';
import { Problem } from '../shell/states.js';
import { bodyOf, type FilledIn } from './endpoint-form.model.js';
import type { Endpoint } from './webhooks-api.js';

interface EndpointFormProps {
  /** What is changed; a new one without it. */
  endpoint?: Endpoint;
  title: string;
  error: Error | null;
  isBusy: boolean;
  onSubmit: (filledIn: FilledIn) => void;
  onCancel: () => void;
}

export function EndpointForm({ endpoint, title, error, isBusy, onSubmit, onCancel }: EndpointFormProps) {
  const id = useId();
  const [lacksType, setLacksType] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const body = bodyOf(new FormData(event.currentTarget));
    setLacksType(body.events.length === 0);
    if (body.events.length > 0) onSubmit(body);
  };
  return (
    <form className="form panel" onSubmit={submit} aria-label={title}>
      <div className="field">
        <label htmlFor={`${id}u`}>{copy.url}</label>
        <input
          {...{ id: `${id}u`, name: 'url', type: 'text', inputMode: 'url', maxLength: 2048 }}
          {...{ defaultValue: endpoint?.url, autoComplete: 'off', spellCheck: false }}
          aria-describedby={`${id}uh`}
          autoFocus
          required
        />
        <span className="hint" id={`${id}uh`}>
          {copy.urlHint}
        </span>
      </div>
      <div className="field">
        <label htmlFor={`${id}d`}>{copy.description}</label>
        <input
          {...{ id: `${id}d`, name: 'description', type: 'text', maxLength: 500 }}
          defaultValue={endpoint?.description ?? ''}
          aria-describedby={`${id}dh`}
        />
        <span className="hint" id={`${id}dh`}>
          {copy.descriptionHint}
        </span>
      </div>
      <EventChoices chosen={endpoint?.events ?? ['*']} />
      {lacksType && (
        <Notice tone="alert">
          <p>{copy.noType}</p>
        </Notice>
      )}
      <Problem error={error} />
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={isBusy}>
          {endpoint ? copy.save : copy.create}
        </button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

function EventChoices({ chosen }: { chosen: readonly string[] }) {
  const types = useEventTypes();
  const [isAll, setAll] = useState(chosen.includes('*'));
  return (
    <fieldset className="console-choices">
      <legend>{copy.events}</legend>
      <label className="check">
        <input
          {...{ type: 'checkbox', name: 'events', value: '*', checked: isAll }}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        {copy.all}
      </label>
      {!isAll &&
        types.filter(isChoosable).map((type) => (
          <label className="check" key={type}>
            <input type="checkbox" name="events" value={type} defaultChecked={chosen.includes(type)} />
            {type}
          </label>
        ))}
    </fieldset>
  );
}

/** A ping is sent as a test alone. */
function isChoosable(type: string): boolean {
  return type !== 'ping';
}
