import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { recoveryCopy as copy } from '../copy/account.copy.js';
import { useCopy } from '../shell/copy-text.js';
import { saveFile } from '../shell/save-file.js';
import { TextBlock } from '../shell/text-block.js';

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored: () => void;
}

/** Codes that no later answer has. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);
  const text = codes.join('\n');
  const { said, copy: copyThem } = useCopy(text);
  return (
    <>
      <h3 tabIndex={-1} ref={heading}>
        {copy.title}
      </h3>
      <p>{copy.hint}</p>
      <TextBlock label={copy.title} text={text} />
      <div className="actions">
        <Button small onClick={copyThem}>
          {copy.copy}
        </Button>
        <Button small onClick={() => saveFile(copy.file, 'text/plain', `${text}\n`)}>
          {copy.save}
        </Button>
        <Button small look="primary" onClick={onStored}>
          {copy.stored}
        </Button>
      </div>
      <span className="hint" role="status">
        {said}
      </span>
    </>
  );
}
