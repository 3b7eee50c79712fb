import { readFile } from 'node:fs/promises';
import { CliFailure, EXIT } from '../command/failure.js';
import { parseJson } from '../instance/http.js';

/** @param what how the file's content is called. @throws CliFailure when it cannot be read. */
export async function textFile(path: string, what: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const next = `Save the ${what} as a file and name its path.`;
    throw new CliFailure(EXIT.usage, 'no_file', `${path} cannot be read (${error.code}).`, next);
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws CliFailure unless the file holds one JSON object. */
export async function jsonFile(path: string, what: string): Promise<Record<string, unknown>> {
  const document = parseJson(await textFile(path, what));
  if (isObject(document)) return document;
  const next = `Save the ${what} exactly as the API answered it.`;
  throw new CliFailure(EXIT.usage, 'not_json', `${path} does not hold a JSON object.`, next);
}
