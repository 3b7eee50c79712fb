import { useId, useState } from 'react';
import { Button } from './button.js';
import { carryLinkCopy as copy } from './copy/page.copy.js';

/** The address bar no longer contains the secret, so copying from there would give a broken link. */
export function CarryLink({ link }: { link: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const take = () => {
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="field">
      <label htmlFor={id}>{copy.label}</label>
      <input id={id} type="text" readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="actions carry">
        <Button onClick={take}>{copy.copy}</Button>
        <span role="status">{copied && copy.copied}</span>
      </div>
    </div>
  );
}
