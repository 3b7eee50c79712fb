import type { ConsoleApi } from './console-api.js';

/** A page of the console that listens to the stream of changes. */
export class ChangeStream {
  /** Types of the changes, in the order in which they were told. */
  readonly types: string[] = [];
  /** By `performance.now()`; undefined while it is open. */
  endedAt: number | undefined;

  private constructor(private readonly controller: AbortController) {}

  /** @throws Error when the stream is refused. */
  static async open({ baseUrl, cookie = '' }: ConsoleApi): Promise<ChangeStream> {
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(`${baseUrl}/console/api/changes`, { headers: { cookie }, signal });
    if (response.status !== 200 || !response.body)
      throw new Error(`a stream was answered ${response.status}`);
    const stream = new ChangeStream(controller);
    void stream.read(response.body);
    return stream;
  }

  close(): void {
    this.controller.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let unread = '';
    try {
      for await (const bytes of body) {
        unread += decoder.decode(bytes, { stream: true });
        const lines = unread.split('\n');
        unread = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: ')) this.types.push(typeOf(line));
      }
    } catch {
      // Closed by this page.
    }
    this.endedAt = performance.now();
  }
}

function typeOf(line: string): string {
  return (JSON.parse(line.slice('data: '.length)) as { type: string }).type;
}
