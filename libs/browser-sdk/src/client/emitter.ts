/** A typed event emitter. An error of a listener is reported and does not affect other listeners or the caller. */
export class Emitter<Events> {
  readonly #listeners = new Set<[type: keyof Events, listener: (event: never) => void]>();

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): () => void {
    const entry: [K, typeof listener] = [type, listener];
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  emit<K extends keyof Events>(type: K, event: Events[K]): void {
    for (const [wanted, listener] of [...this.#listeners]) {
      try {
        if (wanted === type) (listener as (event: Events[K]) => void)(event);
      } catch (error) {
        reportError(error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
