/** Who speaks, from what the receivers have played lately: no analyser is needed for it. */

/** Of a voice in a quiet room, on a scale from 0 to 1. */
const VOICE = 0.02;
/** A pause between two words does not end a turn. */
const HOLD_MS = 600;

export class Speaking {
  readonly #heardAt = new Map<string, number>();

  /** Notes the level of somebody's voice; true while they speak. */
  hear(participantId: string, level: number, now = performance.now()): boolean {
    if (level >= VOICE) this.#heardAt.set(participantId, now);
    return now - (this.#heardAt.get(participantId) ?? -Infinity) < HOLD_MS;
  }
}

/** From 0 to 1; only of audio that a media element plays. */
export function levelOf(pc: RTCPeerConnection): number {
  const receiver = pc.getReceivers().find(({ track }) => track.kind === 'audio');
  return receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0;
}
