import { describe, expect, it } from 'vitest';
import { page, renderMarkdown } from './html.js';

describe('documentation pages', () => {
  it('show HTML inside Markdown as text', () => {
    const html = renderMarkdown('# T\n\n<script>alert(1)</script>\n\nan <img src=x onerror=y> b');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<img/);
  });

  it('link to pages of ours and to the web, to nothing that runs', () => {
    expect(renderMarkdown('[a](not_found.md)')).toContain('<a href="not_found">a</a>');
    expect(renderMarkdown('[a](https://example.com)')).toContain('<a href="https://example.com">');
    for (const target of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
      expect(renderMarkdown(`[a](${target})`)).not.toContain('href');
    }
  });

  it('do not link to guides, which are not served', () => {
    expect(renderMarkdown('see [deleting](../guides/erasure.md)')).toContain('<p>see deleting</p>');
  });

  it('keep Markdown tables and code', () => {
    expect(renderMarkdown('| a |\n|---|\n| `b` |')).toContain('<td><code>b</code></td>');
  });

  it('escape their title and load nothing but the style sheet', () => {
    const html = page('<b>', '');
    expect(html).toContain('<title>&lt;b&gt;</title>');
    expect(html.match(/(src|href)="[^"]*"/g)).toEqual(['href="/api/docs/style.css"']);
  });
});
