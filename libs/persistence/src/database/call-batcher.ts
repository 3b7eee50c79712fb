import { AsyncLocalStorage } from 'node:async_hooks';

interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Results in the order of `items`. */
  answer: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items in one batch. */
  most: number;
  /** Items with the same key are answered together, in their order, when their batch fails. */
  keyOf: (item: Item) => string;
  /** Called for each batch of several items that failed, before its items are answered separately. */
  onSplit: (error: unknown, items: readonly Item[]) => void;
}

/** Keys that are answered separately at the same time. */
const APART_AT_ONCE = 4;

/**
 * Answers single calls together: those that come while a batch is under way go into the next one. So one statement serves
 * many under load, and nobody waits for company when there is little. A batch that fails is repeated key by key, and a key
 * that fails item by item, beside the batches of the others. So only calls that cannot be answered fail.
 */
export class CallBatcher<Item, Result> {
  private waiting: Call<Item, Result>[] = [];
  private running = false;
  /** Calls of keys that are answered separately. */
  private readonly apart = new Map<string, Call<Item, Result>[]>();
  private readonly keysToAnswer: string[] = [];
  private answeringApart = 0;
  /** Batches run in no caller's async context: its transaction, organization and trace do not apply to the other calls. */
  private readonly detached = AsyncLocalStorage.snapshot();

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  call(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) this.detached(() => void this.answerAll());
    });
  }

  private async answerAll(): Promise<void> {
    this.running = true;
    // What comes in the same turn of the event loop goes together.
    await new Promise(setImmediate);
    for (let batch = this.next(); batch.length > 0; batch = this.next()) {
      try {
        await this.answer(batch);
      } catch (error) {
        this.putApart(batch, error);
      }
    }
    this.running = false;
  }

  /** The oldest calls, without those of keys that are answered separately. */
  private next(): Call<Item, Result>[] {
    const batch: Call<Item, Result>[] = [];
    const left: Call<Item, Result>[] = [];
    for (const call of this.waiting) {
      const free = batch.length < this.options.most && !this.apart.has(this.options.keyOf(call.item));
      (free ? batch : left).push(call);
    }
    this.waiting = left;
    return batch;
  }

  private async answer(batch: readonly Call<Item, Result>[]): Promise<void> {
    const results = await this.options.answer(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
  }

  private putApart(batch: readonly Call<Item, Result>[], error: unknown): void {
    const items = batch.map(({ item }) => item);
    if (items.length > 1) this.options.onSplit(error, items);
    for (const call of batch) {
      const key = this.options.keyOf(call.item);
      this.apart.set(key, [...(this.apart.get(key) ?? []), call]);
    }
    for (const key of new Set(items.map((item) => this.options.keyOf(item)))) this.queueApart(key);
  }

  private queueApart(key: string): void {
    this.keysToAnswer.push(key);
    if (this.answeringApart >= APART_AT_ONCE) return;
    this.answeringApart += 1;
    void this.answerApart();
  }

  private async answerApart(): Promise<void> {
    for (let key = this.keysToAnswer.shift(); key !== undefined; key = this.keysToAnswer.shift()) {
      const calls = this.apart.get(key) ?? [];
      if (calls.length > 1) await this.answer(calls).catch(() => this.answerEach(calls));
      else await this.answerEach(calls);
      this.apart.delete(key);
      if (!this.running) void this.answerAll();
    }
    this.answeringApart -= 1;
  }

  private async answerEach(calls: readonly Call<Item, Result>[]): Promise<void> {
    for (const call of calls) await this.answer([call]).catch(call.reject);
  }
}
