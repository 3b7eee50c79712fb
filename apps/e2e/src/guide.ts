import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Block {
  language: string;
  text: string;
}

/** The fenced code of a page, in its order; `file` is relative to the repository. */
export async function blocksOf(file: string): Promise<Block[]> {
  const text = await readFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', block = '']) => ({
      language,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
