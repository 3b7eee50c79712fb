import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CATALOGUE, type ErrorCode } from '@capture/contracts';
import { escapeHtml, once, page, renderMarkdown } from './html.js';

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
const BACK = '<p><a href="/api/docs/errors">All errors</a> · <a href="/api/docs">Reference</a></p>';

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A page for each error code whose text is in `directory`. */
export async function loadErrorPages(directory: string): Promise<Map<string, () => string>> {
  const pages = new Map<string, () => string>();
  for (const code of CODES) {
    const text = await read(join(directory, `${code}.md`));
    if (text !== undefined)
      pages.set(
        code,
        once(() => page(`${code} · Capture`, `<main class="page">${BACK}${renderMarkdown(text)}</main>`)),
      );
  }
  return pages;
}

/** The page that lists all codes. */
export function errorIndex(): string {
  const rows = CODES.map(
    (code) =>
      `<tr><td><a href="/api/docs/errors/${code}"><code>${code}</code></a></td><td>${ERROR_CATALOGUE[code].status}</td>
<td>${escapeHtml(ERROR_CATALOGUE[code].title)}</td></tr>`,
  );
  const intro =
    'Every error is an <code>application/problem+json</code> document (RFC 9457); <code>code</code> is the member to program against.';
  return page(
    'Errors · Capture',
    `<main class="page"><p><a href="/api/docs">Reference</a></p><h1>Errors</h1><p>${intro}</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></main>`,
  );
}
