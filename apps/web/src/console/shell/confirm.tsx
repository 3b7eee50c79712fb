import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { shellCopy } from '../copy/console.copy.js';
import { Problem } from './states.js';

interface ConfirmProps {
  /** What is done, as the name of the group. */
  title: string;
  hint: string;
  action: string;
  /** `record` where it cannot be put right again. */
  look?: 'primary' | 'record';
  error: Error | null;
  isBusy: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Before something that others notice. */
export function Confirm(props: ConfirmProps) {
  const { title, hint, action, look = 'primary', error, isBusy, onConfirmed, onCancel } = props;
  useFocusBack(title);
  return (
    <div className="form" role="group" aria-label={title}>
      <p>{hint}</p>
      <Problem error={error} />
      <div className="actions">
        <Button
          look={look}
          small
          autoFocus
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onConfirmed();
          }}
        >
          {action}
        </Button>
        <Button small onClick={onCancel}>
          {shellCopy.cancel}
        </Button>
      </div>
    </div>
  );
}
