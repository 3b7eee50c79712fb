/** What a generated Prisma client offers that this library relies on. */
export interface PrismaLike {
  $transaction<T>(
    work: (client: object) => Promise<T>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<T>;
  $connect(): Promise<void>;
  $disconnect(): Promise<void>;
}

/** Prisma merges the calls of one tick into one statement, and they may be for several organizations. */
type Merged = 'findUnique' | 'findUniqueOrThrow';

/** A generated client without what would leave the transactions of `run` or mix organizations (ADR 10). */
export type ModelClient<Client> = {
  [Name in Exclude<keyof Client, '$transaction' | '$extends'>]: Client[Name] extends Record<Merged, unknown>
    ? Omit<Client[Name], Merged>
    : Client[Name];
};
