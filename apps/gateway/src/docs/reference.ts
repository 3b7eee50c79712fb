import { escapeHtml, page, renderMarkdown } from './html.js';
import type { MediaType, OpenApiDocument, Operation, Parameter, Response } from './openapi.js';
import { nameOf } from './openapi.js';
import { constraints, exampleOf, schemaTable, typeName } from './schema-table.js';

interface Entry {
  method: string;
  path: string;
  operation: Operation;
  anchor: string;
}

const AUTH_WORDS: Record<string, string> = {
  key: 'API key',
  capability: 'link key, invite or participant token',
  member: 'cookie of a signed-in member',
  public: 'no credential in the headers',
};

/** A path's other members, such as its own `servers`, are no operations. */
const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

function entriesOf(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, members]) =>
    Object.entries(members)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        anchor: `${method}-${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}`,
      })),
  );
}

/** Entries by their first tag, in the order of the document's own list of tags. */
function byTag(document: OpenApiDocument): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const entry of entriesOf(document)) {
    const tag = entry.operation.tags?.[0] ?? 'Other';
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  return [...groups].filter(([, entries]) => entries.length > 0);
}

function exampleBlock(document: OpenApiDocument, { schema, example }: MediaType): string {
  const value = example ?? (schema ? exampleOf(document, schema) : undefined);
  if (value === undefined) return '';
  return `<details><summary>Example</summary><pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`;
}

function contentHtml(document: OpenApiDocument, content: Record<string, MediaType>): string {
  return Object.entries(content)
    .map(([type, media]) => {
      const fields = media.schema ? schemaTable(document, media.schema) : '';
      return `<p class="type"><code>${escapeHtml(type)}</code></p>${fields}${exampleBlock(document, media)}`;
    })
    .join('\n');
}

function parametersHtml(document: OpenApiDocument, parameters: Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: where, required, description, schema = {} }) => {
    const limits = constraints(schema);
    return `<tr><td><code>${escapeHtml(name)}</code><small>${where}${required ? '' : ', optional'}</small></td>
<td>${escapeHtml(typeName(document, schema))}${limits === '' ? '' : `<small>${escapeHtml(limits)}</small>`}</td>
<td>${renderMarkdown(description ?? schema.description ?? '')}</td></tr>`;
  });
  return `<h4>Parameters</h4><table><tbody>${rows.join('\n')}</tbody></table>`;
}

function responseHtml(document: OpenApiDocument, status: string, given: Response): string {
  const response =
    given.$ref === undefined ? given : (document.components?.responses?.[nameOf(given.$ref)] ?? given);
  const codes = response['x-codes'] ?? [];
  if (codes.length > 0) {
    const links = codes.map(
      (code) => `<a href="/api/docs/errors/${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a>`,
    );
    return `<li><b>${status}</b> ${links.join(', ')}</li>`;
  }
  return `<li><b>${status}</b> ${renderMarkdown(response.description ?? '')}${contentHtml(document, response.content ?? {})}</li>`;
}

function accessHtml(operation: Operation): string {
  const access = operation['x-capture'];
  if (!access) return '';
  const words = [
    AUTH_WORDS[access.auth] ?? access.auth,
    ...(access.scope === undefined ? [] : [`scope <code>${escapeHtml(access.scope)}</code>`]),
    ...(access.budget === undefined ? [] : [`${escapeHtml(access.budget)} budget`]),
    ...(access.liveOnly ? ['live keys only'] : []),
  ];
  return `<p class="access">${words.join(' · ')}</p>`;
}

function operationHtml(document: OpenApiDocument, { method, path, operation, anchor }: Entry): string {
  const body = operation.requestBody
    ? `<h4>Body</h4>${contentHtml(document, operation.requestBody.content)}`
    : '';
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    responseHtml(document, status, response),
  );
  return `<section id="${anchor}">
<h3>${escapeHtml(operation.summary ?? operation.operationId ?? path)}</h3>
<p class="call"><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code></p>
${accessHtml(operation)}
${renderMarkdown(operation.description ?? '')}
${parametersHtml(document, operation.parameters ?? [])}
${body}
<h4>Answers</h4><ul class="answers">${responses.join('\n')}</ul>
</section>`;
}

function navHtml(groups: [string, Entry[]][], documentUrl: string): string {
  const lists = groups.map(([tag, entries]) => {
    const items = entries.map(
      ({ anchor, method, path, operation }) =>
        `<li><a href="#${anchor}"><b class="${method.toLowerCase()}">${method}</b> ${escapeHtml(operation.summary ?? path)}</a></li>`,
    );
    return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav aria-label="Routes">${lists.join('\n')}<h2>More</h2><ul><li><a href="/api/docs/errors">Errors</a></li>
<li><a href="/api/docs">API</a></li><li><a href="/api/docs/console">Console</a></li>
<li><a href="${documentUrl}">OpenAPI document</a></li></ul></nav>`;
}

/** The whole reference as one page, made from the document alone, which is served at `documentUrl`. */
export function renderReference(document: OpenApiDocument, documentUrl: string): string {
  const groups = byTag(document);
  const descriptions = new Map(
    (document.tags ?? []).map(({ name, description }) => [name, description ?? '']),
  );
  const sections = groups.map(
    ([tag, entries]) => `<h2>${escapeHtml(tag)}</h2>${renderMarkdown(descriptions.get(tag) ?? '')}
${entries.map((entry) => operationHtml(document, entry)).join('\n')}`,
  );
  const { title, version, description = '' } = document.info;
  const head = `<header><h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>${renderMarkdown(description)}</header>`;
  return page(
    `${title} reference`,
    `${navHtml(groups, documentUrl)}<main>${head}${sections.join('\n')}</main>`,
  );
}
