import { Button } from './button.js';
import { unloadedPageCopy } from './copy/broken-page.copy.js';
import { Notice } from './notice.js';
import { Shell } from './shell.js';

/** In place of a page of which a part did not arrive. */
export function UnloadedPage() {
  const copy = unloadedPageCopy();
  return (
    <Shell>
      <h1 className="visually-hidden">{copy.title}</h1>
      <Notice tone="alert" title={copy.title}>
        <p>{copy.next}</p>
        <div className="actions">
          <Button onClick={() => location.reload()}>{copy.again}</Button>
        </div>
      </Notice>
    </Shell>
  );
}
