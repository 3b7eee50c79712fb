import { useId, type ReactNode } from 'react';
import { readableSize } from '../../recorder/copy/format.js';
import { formatAmount, formatTime } from '../copy/format.js';
import { usageCopy as copy } from '../copy/organization.copy.js';
import type { Usage } from './usage-api.js';

interface AllowanceProps {
  usage: Usage;
  /** Further lines. */
  children?: ReactNode;
}

/** What of the month's allowance is used, and how much footage there is. */
export function Allowance({ usage: { allowance, storageBytes }, children }: AllowanceProps) {
  const id = useId();
  const { used, included, remaining, resetsAt } = allowance;
  const when = formatTime(resetsAt);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.allowance}</h2>
      <p>{copy.used(formatAmount(used), formatAmount(included))}</p>
      <meter
        className="console-meter"
        aria-labelledby={id}
        min={0}
        max={Math.max(included, 1)}
        high={included * 0.8}
        optimum={0}
        value={used}
      />
      <p className="hint">{remaining > 0 ? copy.left(formatAmount(remaining), when) : copy.spent(when)}</p>
      <p className="hint">{copy.stored(readableSize(storageBytes))}</p>
      {children}
    </section>
  );
}
