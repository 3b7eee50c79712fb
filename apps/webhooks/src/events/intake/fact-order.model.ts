import type { EventEnvelope } from '@capture/contracts';

/** The facts that one service records about one organization. */
export interface FactLine {
  organizationId: string;
  source: string;
}

/** How far the facts of a line have been logged. */
export interface FactPosition extends FactLine {
  last: number;
}

function keyOf({ organizationId, source }: FactLine): string {
  return `${organizationId} ${source}`;
}

/** The lines that these facts belong to; those recorded before facts had numbers belong to none. */
export function linesOf(envelopes: readonly EventEnvelope[]): FactLine[] {
  const lines = new Map<string, FactLine>();
  for (const { organizationId, fact } of envelopes) {
    if (!fact) continue;
    const line = { organizationId, source: fact.source };
    lines.set(keyOf(line), line);
  }
  return [...lines.values()];
}

/** A line while facts arrive. */
interface Progress extends FactPosition {
  moved: boolean;
  /** Facts that came before their predecessor, by their numbers. */
  early: Map<number, EventEnvelope>;
}

/**
 * Facts in the order in which they take effect: as they arrive, but none before its predecessor. One whose number has been
 * passed, because others had waited for it for too long, takes effect at once.
 */
export class FactOrder {
  private readonly lines = new Map<string, Progress>();
  private readonly inOrder: EventEnvelope[] = [];

  /** @param positions of every line of which facts will arrive */
  constructor(positions: readonly FactPosition[]) {
    for (const position of positions)
      this.lines.set(keyOf(position), { ...position, moved: false, early: new Map() });
  }

  /** Those that take effect now. */
  get effective(): readonly EventEnvelope[] {
    return this.inOrder;
  }

  /** Those that have to wait. */
  get early(): EventEnvelope[] {
    return [...this.lines.values()].flatMap(({ early }) => [...early.values()]);
  }

  /** Lines that have moved on, and how far. */
  get moved(): FactPosition[] {
    return [...this.lines.values()]
      .filter(({ moved }) => moved)
      .map(({ organizationId, source, last }) => ({ organizationId, source, last }));
  }

  arrive(envelope: EventEnvelope): void {
    const { fact, organizationId } = envelope;
    if (!fact) return void this.inOrder.push(envelope);
    const line = this.lines.get(keyOf({ organizationId, source: fact.source }));
    if (!line) throw new Error(`the line of ${envelope.id} was not read`);
    if (fact.ordinal > line.last + 1) return void line.early.set(fact.ordinal, envelope);
    this.inOrder.push(envelope);
    this.moveTo(line, Math.max(line.last, fact.ordinal));
  }

  /** Goes on after `last`, whether or not the facts up to it have arrived. */
  pass({ last, ...line }: FactPosition): void {
    const progress = this.lines.get(keyOf(line));
    if (progress) this.moveTo(progress, last);
  }

  private moveTo(line: Progress, last: number): void {
    line.last = last;
    line.moved = true;
    for (let next = line.early.get(line.last + 1); next; next = line.early.get(line.last + 1)) {
      this.inOrder.push(next);
      line.last += 1;
      line.early.delete(line.last);
    }
  }
}
