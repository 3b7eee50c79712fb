import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
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
  /** Is told what the form has, further fields included. */
  onConfirmed: (form: FormData) => void;
  onCancel: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Before something that cannot be had back. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { title, hint, label, name, action, error, isBusy, onConfirmed, onCancel, children } = props;
  useFocusBack(title);
  const id = useId();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim() === name && !isBusy;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isConfirmed) onConfirmed(new FormData(event.currentTarget));
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
      {children}
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
