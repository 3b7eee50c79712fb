import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './repository.js';

interface Block {
  language: string;
  text: string;
}

/** The fenced code blocks of a page, in order; `file` is relative to the repository. */
export async function codeBlocksOf(file: string): Promise<Block[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', block = '']) => ({
      language,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
