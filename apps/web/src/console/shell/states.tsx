import type { ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { ConsoleError } from '../api/console-client.js';
import { problemCopy, shellCopy } from '../copy/console.copy.js';
import { Page } from './page.js';

export function Loading() {
  return (
    <p className="hint" role="status">
      {shellCopy.loading}
    </p>
  );
}

/** In place of a list that has nothing in it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="console-empty">
      <p className="notice__title">{title}</p>
      {children}
    </div>
  );
}

const known: Partial<Record<string, string>> = problemCopy;

/** What a call was refused with. Nothing where it was not. */
export function Problem({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  if (!error) return null;
  const own = error instanceof ConsoleError ? known[error.code] : undefined;
  return (
    <Notice tone="alert" title={shellCopy.problem}>
      {own === undefined ? (
        // The server's own sentence is in English.
        <p lang="en" dir="ltr">
          {error.message}
        </p>
      ) : (
        <p>{own}</p>
      )}
      {onRetry && (
        <div className="actions">
          <Button small onClick={onRetry}>
            {shellCopy.again}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** In place of a page whose object could not be read. */
export function FailedPage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { status, code } = error instanceof ConsoleError ? error : { status: 0, code: '' };
  if (code === 'insufficient_role') return <NotAllowed />;
  if (status === 404 || status === 400) return <Unknown />;
  return (
    <Page title={shellCopy.problem}>
      <Problem error={error} onRetry={onRetry} />
    </Page>
  );
}

export function NotAllowed() {
  return (
    <Page title={shellCopy.notAllowed.title}>
      <p>{shellCopy.notAllowed.body}</p>
    </Page>
  );
}

export function Unknown() {
  return (
    <Page title={shellCopy.unknown.title}>
      <p>{shellCopy.unknown.body}</p>
    </Page>
  );
}
