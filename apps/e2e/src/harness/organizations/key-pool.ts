import { ALL_SCOPES, type Operator } from '../clients/operator.js';

type Budget = 'read' | 'write' | 'download';

/** API keys of one organization, each handed out less often per minute than its budget allows. */
export class KeyPool {
  private readonly current = new Map<Budget, { key: Promise<string>; left: number }>();
  private minted = 0;

  constructor(
    private readonly operator: Operator,
    private readonly organizationId: string,
    /** Every how many keys one is a test key. */
    private readonly testEvery: number = Number.POSITIVE_INFINITY,
  ) {}

  take(budget: Budget): Promise<string> {
    const known = this.current.get(budget);
    const entry = known && known.left > 0 ? known : { key: this.mint(), left: budget === 'read' ? 550 : 55 };
    entry.left -= 1;
    this.current.set(budget, entry);
    return entry.key;
  }

  private async mint(): Promise<string> {
    this.minted += 1;
    const mode = this.minted % this.testEvery === 0 ? 'test' : 'live';
    return (await this.operator.key(this.organizationId, { mode, scopes: ALL_SCOPES })).key;
  }
}
