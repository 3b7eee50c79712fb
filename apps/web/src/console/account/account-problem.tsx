import { Notice } from '../../ui/notice.js';
import { ConsoleError } from '../api/console-client.js';
import { accountCopy as copy } from '../copy/account.copy.js';
import { Problem } from '../shell/states.js';

/** What a call that asks for the password was refused with: its limit is one of tries, not of requests. */
export function AccountProblem({ error }: { error: Error | null }) {
  if (!(error instanceof ConsoleError) || error.code !== 'rate_limited') return <Problem error={error} />;
  return (
    <Notice tone="alert">
      <p>{copy.tooMany}</p>
    </Notice>
  );
}
