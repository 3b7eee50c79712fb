import type { ChatLine } from '@capture/browser/room';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { chatCopy as copy } from '../copy/screens.copy.js';

interface ChatProps {
  lines: readonly ChatLine[];
  me: string;
  /** False when there is no connection. */
  onSend: (text: string) => boolean;
}

export function Chat({ lines, me, onSend }: ChatProps) {
  const id = useId();
  const [text, setText] = useState('');
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The list alone: scrollIntoView() would scroll the page as well.
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lines.length]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && onSend(text.trim())) setText('');
  };
  return (
    <section className="panel chat" aria-label={copy.title}>
      <h2>{copy.title}</h2>
      <div ref={log} className="chat__log" role="log" aria-label={copy.log} tabIndex={0}>
        <ul className="chat__lines">
          {lines.map((line, index) => (
            <li key={`${line.at}-${index}`}>
              <strong>{line.participantId === me ? copy.you : <bdi>{line.displayName}</bdi>}</strong>{' '}
              <bdi>{line.text}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <form className="chat__form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{copy.message}</label>
          <input
            id={id}
            type="text"
            maxLength={2000}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <button type="submit" className="button button--plain">
          {copy.send}
        </button>
      </form>
    </section>
  );
}
