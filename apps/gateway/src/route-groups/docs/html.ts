import { Marked } from 'marked';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** To the web, to a path of this instance, or to a page beside this one. The guides above are in the repository, and served nowhere. */
const SAFE_LINK = /^(https?:\/\/|\/|#|\.\/|[\w-]+(\.md)?(#|$))/;

/** Renders Markdown. HTML in it is shown as text, so that a page never holds foreign markup. */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return SAFE_LINK.test(href)
        ? `<a href="${escapeHtml(href.replace(/\.md(?=#|$)/, ''))}">${text}</a>`
        : text;
    },
    image: ({ text }) => escapeHtml(text),
  },
});

/** Calls `make` the first time; all get what it made. */
export function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

export function renderMarkdown(text: string): string {
  return marked.parse(text, { async: false });
}

/** A whole page with our style sheet. @param head Further elements of its head. */
export function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/api/docs/style.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
