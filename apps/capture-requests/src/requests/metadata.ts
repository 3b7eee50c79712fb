import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invalidField } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { createScanner, type JSONScanner } from 'jsonc-parser';

/** As sent, before any parsing. */
const MAX_METADATA_BYTES = 16 * 1024;
const NO_METADATA = '{}';

/** Scans the next token; answers its first character, or '' at the end. */
function next(scanner: JSONScanner, json: string): string {
  scanner.scan();
  return json.charAt(scanner.getTokenOffset());
}

/**
 * Text of one member of a JSON object, as it was sent; undefined when absent. The last of repeated members counts, as
 * in JSON.parse. Scans without recursion, so that nesting cannot exhaust the stack.
 */
export function rawMember(json: string, name: string): string | undefined {
  const scanner = createScanner(json, true);
  let found: string | undefined;
  if (next(scanner, json) !== '{') return undefined;
  while (next(scanner, json) === '"') {
    const member = scanner.getTokenValue();
    scanner.scan();
    const text = scanValue(scanner, json);
    if (member === name) found = text;
    if (next(scanner, json) !== ',') break;
  }
  return found;
}

function scanValue(scanner: JSONScanner, json: string): string {
  let token = next(scanner, json);
  const start = scanner.getTokenOffset();
  for (let depth = nesting(token); depth > 0 && token !== ''; depth += nesting(token))
    token = next(scanner, json);
  return json.slice(start, scanner.getTokenOffset() + scanner.getTokenLength());
}

function nesting(token: string): number {
  if (token === '{' || token === '[') return 1;
  return token === '}' || token === ']' ? -1 : 0;
}

/**
 * `metadata` of the body as the text that was sent, so that key order, integer-like keys and large numbers survive.
 * Undefined when absent, `{}` when null. The body class checks that it is an object.
 * @throws AppError invalid_input over 16 KiB.
 */
export const Metadata = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | undefined => {
    const { rawBody } = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    const text = rawMember(rawBody?.toString('utf8') ?? '', 'metadata');
    if (text !== undefined && Buffer.byteLength(text) > MAX_METADATA_BYTES) {
      throw invalidField(
        'metadata',
        'length',
        `metadata must not be over ${MAX_METADATA_BYTES} bytes as sent.`,
      );
    }
    return text === 'null' ? NO_METADATA : text;
  },
);
