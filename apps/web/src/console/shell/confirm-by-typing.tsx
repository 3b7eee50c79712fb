import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { shellCopy } from '../copy/console.copy.js';
import { Problem } from './states.js';

interface ConfirmByTypingProps {
  /** What is done, as the name of the form. */
  title: string;
  hint: string;
  /** Asks for `name`. */
  label: string;
  /** What has to be typed. */
  name: string;
  action: string;
  error: Error | null;
  isBusy: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Before something that cannot be had back. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { title, hint, label, name, action, error, isBusy, onConfirmed, onCancel } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim() === name && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirmed();
  };
  return (
    <form className="form" onSubmit={submit} aria-label={title}>
      <p>{hint}</p>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input
          {...{ id, type: 'text', value: typed, autoComplete: 'off', autoFocus: true }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <Problem error={error} />
      <div className="actions">
        <button type="submit" className="button button--record button--small" aria-disabled={!isConfirmed}>
          {action}
        </button>
        <Button small onClick={onCancel}>
          {shellCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
