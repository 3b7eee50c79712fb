import { readFile } from 'node:fs/promises';
import { CliFailure, EXIT } from './failure.mjs';

/** @param {string} what how the file's content is called. @throws CliFailure when it cannot be read. */
export async function textFile(path, what) {
  return readFile(path, 'utf8').catch((error) => {
    const next = `Save the ${what} as a file and name its path.`;
    throw new CliFailure(EXIT.usage, 'no_file', `${path} cannot be read (${error.code}).`, next);
  });
}

/** The value that a text says; undefined when it is no JSON. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws CliFailure unless the file holds one JSON object. */
export async function jsonFile(path, what) {
  const document = parseJson(await textFile(path, what));
  if (isObject(document)) return document;
  const next = `Save the ${what} exactly as the API answered it.`;
  throw new CliFailure(EXIT.usage, 'not_json', `${path} does not hold a JSON object.`, next);
}
