/** Work that is under way, for whoever must not close before it has ended. */
export class RunningWork {
  private readonly works = new Set<Promise<unknown>>();

  get size(): number {
    return this.works.size;
  }

  /** Counts `work` until it ends, well or not. @returns `work` */
  track<T>(work: Promise<T>): Promise<T> {
    this.works.add(work);
    const forget = (): void => void this.works.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Resolves once all that is under way now has ended, well or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.works);
  }
}
