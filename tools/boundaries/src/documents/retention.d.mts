/** What docs/guides/retention.md leaves out, or says and is not so, as sentences. */
export function unstated(root: string): string[];
