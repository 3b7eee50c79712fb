import { escapeHtml, page, renderMarkdown } from './html.js';

/** The part of an OpenAPI document that the page itself shows; the rest is for the renderer. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
}

/** Nothing from other origins and nothing inline; the renderer's style sheet holds its icons as `data:` images. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Starts Swagger UI for reading: it sends no calls, takes no keys and asks no validator. */
export const REFERENCE_SCRIPT = `'use strict';
const domNode = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
applyScheme();
dark.addEventListener('change', applyScheme);
SwaggerUIBundle({
  url: domNode.dataset.document,
  domNode,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null } })],
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** The reference of the document at `documentUrl`. Without JavaScript it introduces the API and links to the document. */
export function renderReference({ info }: OpenApiDocument, documentUrl: string): string {
  const { title, version, description = '' } = info;
  const head = `<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
<script src="/api/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/reference.js" defer></script>`;
  const body = `<nav aria-label="Documentation">
<a href="/api/docs">API</a> <a href="/api/docs/console">Console</a> <a href="/api/docs/errors">Errors</a>
<a href="${escapeHtml(documentUrl)}">OpenAPI document</a>
</nav>
<noscript><main class="page"><h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
${renderMarkdown(description)}
<p>The reference is rendered with JavaScript. All of it is in the <a href="${escapeHtml(documentUrl)}">OpenAPI document</a>.</p>
</main></noscript>
<div id="reference" data-document="${escapeHtml(documentUrl)}"></div>`;
  return page(`${title} reference`, body, head);
}
