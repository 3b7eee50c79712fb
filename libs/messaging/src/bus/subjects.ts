/** True when event type `type` falls under `pattern`: `*` is one word, a final `>` one or more. */
export function matches(pattern: string, type: string): boolean {
  const wanted = pattern.split('.');
  const given = type.split('.');
  for (const [index, word] of wanted.entries()) {
    if (word === '>') return given.length > index;
    if (given[index] === undefined || (word !== '*' && word !== given[index])) return false;
  }
  return wanted.length === given.length;
}

/** Name of the durable consumer of one service for one pattern: what the stream accepts in names, and readable. */
export function durableName(service: string, pattern: string): string {
  const words = pattern.split('.').map((word) => (word === '>' ? 'all' : word === '*' ? 'any' : word));
  return `${service}_${words.join('-')}`;
}
