/** A statement that is prepared when it is first used. */
export interface PreparedStatement {
  sql: string;
  values: unknown[];
}

/** What one transaction is going to write at its end. */
export class Gathered {
  private readonly byOwner = new Map<
    object,
    { items: unknown[]; statement: (items: never[]) => PreparedStatement }
  >();

  /** Keeps `item` with the others of `owner`. */
  add<Item>(owner: object, item: Item, statement: (items: Item[]) => PreparedStatement): void {
    const kept = this.byOwner.get(owner) ?? { items: [], statement };
    this.byOwner.set(owner, kept);
    kept.items.push(item);
  }

  get isEmpty(): boolean {
    return this.byOwner.size === 0;
  }

  /** One for each owner, for all of its items. */
  statements(): PreparedStatement[] {
    return [...this.byOwner.values()].map(({ items, statement }) => statement(items as never[]));
  }
}
