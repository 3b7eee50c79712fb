import { Injectable } from '@nestjs/common';

/** When keys were last used, kept in memory until it is written, so that no request waits for the write. */
@Injectable()
export class KeyUses {
  private uses = new Map<string, Date>();

  note(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  /** What was noted since the last call. */
  drain(): ReadonlyMap<string, Date> {
    const { uses } = this;
    this.uses = new Map();
    return uses;
  }
}
