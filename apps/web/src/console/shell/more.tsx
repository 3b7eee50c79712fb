import { Button } from '../../ui/button.js';
import { shellCopy } from '../copy/console.copy.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Below a list that goes on. */
export function More({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="actions">
      <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {shellCopy.more}
      </Button>
    </div>
  );
}
