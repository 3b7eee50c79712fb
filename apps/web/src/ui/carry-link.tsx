import { useId, useState } from 'react';
import { Button } from './button.js';

/** The address bar no longer contains the secret, so copying from there would give a broken link. */
export function CarryLink({ link }: { link: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="field">
      <label htmlFor={id}>Your link</label>
      <input id={id} type="text" readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="actions carry">
        <Button onClick={copy}>Copy link</Button>
        <span role="status">{copied && 'Copied. Paste it into the other browser.'}</span>
      </div>
    </div>
  );
}
