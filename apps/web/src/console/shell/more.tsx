import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { shellCopy } from '../copy/console.copy.js';
import { Problem } from './states.js';

interface Pages {
  data?: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

/** Below a list that goes on: shows more of it, says when that failed, and when there is no more. */
export function More({ pages }: { pages: Pages }) {
  const isPressed = useRef(false);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  if (!hasNextPage) return data && data.pages.length > 1 && <End takesFocus={isPressed.current} />;
  const show = () => {
    isPressed.current = true;
    void pages.fetchNextPage();
  };
  return (
    <>
      <Problem error={isFetchNextPageError ? pages.error : null} />
      <div className="actions">
        <Button aria-disabled={isFetchingNextPage} onClick={show}>
          {shellCopy.more}
        </Button>
      </div>
    </>
  );
}

/** @param takesFocus from the button that has gone */
function End({ takesFocus }: { takesFocus: boolean }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) words.current?.focus();
  }, [takesFocus]);
  return (
    <p className="hint" tabIndex={-1} ref={words}>
      {shellCopy.noMore}
    </p>
  );
}
