import { oldStranded, ownStranded } from './recorder.model.js';
import type { PhaseName } from './recorder.state.js';
import type { RecorderOptions, Visit } from './visit.js';

/** Phases that offer unsent takes. */
const OFFERS_TAKES: readonly PhaseName[] = ['question', 'page'];

export function offersTakes(phase: PhaseName): boolean {
  return OFFERS_TAKES.includes(phase);
}

/** Takes that were recorded on this device and not sent: of this link, which can be sent, and of others. */
export class UnsentTakes {
  #opening: Promise<void> | undefined;

  constructor(
    private readonly options: RecorderOptions,
    private readonly visit: Visit,
  ) {}

  /** What is being opened, or deleted, of this link. */
  get opening(): Promise<void> | undefined {
    return this.#opening;
  }

  async find(): Promise<void> {
    const { access, device } = this.options;
    const takes = await device.listStranded();
    const [stranded, old] = [ownStranded(takes, access), oldStranded(takes, access, Date.now())];
    const shown = this.visit.state();
    // What is shown stays as it is, under a finger as well, unless something else was found.
    const isNew = JSON.stringify([stranded, old]) !== JSON.stringify([shown.stranded, shown.old]);
    if (isNew) this.visit.dispatch({ type: 'stranded_found', stranded, old });
  }

  /** Opens one of this link for review. */
  recover(takeId: string): Promise<void> {
    return this.#open(async () => {
      this.visit.dispatch({ type: 'take_ready', take: await this.options.client.recover(takeId) });
    });
  }

  /** Deletes one of this link from this device for good. */
  deleteStranded(takeId: string): Promise<void> {
    const { client } = this.options;
    return this.#open(async () => {
      await client.recover(takeId);
      await client.discard();
      this.visit.dispatch({ type: 'deleted', id: takeId });
    });
  }

  /** The media of one of another link; null when it could not be read. */
  async openOld(takeId: string): Promise<Blob | null> {
    let media: Blob | null = null;
    await this.visit.attempt(async () => {
      media = await this.options.device.openStranded(takeId);
    });
    return media;
  }

  /** Deletes one of another link from this device for good. */
  deleteOld(takeId: string): Promise<void> {
    return this.visit.attempt(async () => {
      await this.options.device.deleteStranded(takeId);
      this.visit.dispatch({ type: 'deleted', id: takeId });
    });
  }

  /** Deletes the take of a closing page for good. */
  deleteTake(): Promise<void> {
    return this.visit.attempt(async () => {
      const { phase } = this.visit.state();
      await this.options.client.discard();
      if (phase.name === 'page' && phase.take) this.visit.dispatch({ type: 'deleted', id: phase.take.id });
    });
  }

  /** One at a time, while they are offered: a second one would take the place of the first in the SDK. */
  async #open(effect: () => Promise<void>): Promise<void> {
    if (!offersTakes(this.visit.state().phase.name)) return;
    await (this.#opening ??= this.visit.attempt(effect).finally(() => (this.#opening = undefined)));
  }
}
