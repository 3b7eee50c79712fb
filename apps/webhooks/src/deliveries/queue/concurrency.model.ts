import type { Lane } from '../../endpoints/endpoint.model.js';

/** Attempts in flight that an unproven endpoint may have. */
const SLOW_PER_ENDPOINT = 1;
/** Attempts in flight that a proven endpoint may have. */
export const FAST_PER_ENDPOINT = 4;
/** Attempts in flight that an organization's proven endpoints may have together. */
const FAST_PER_ORGANIZATION = 16;
/** Share of a process's slots that the slow lane may use: however many receivers hang, the others stay. */
const SLOW_SHARE = 0.5;

/** An endpoint with deliveries that are due. */
export interface Candidate {
  endpointId: string;
  organizationId: string;
  lane: Lane;
  /** Deliveries due, counted up to the most that could be taken. */
  due: number;
  /** Attempts in flight to the endpoint, in every process. */
  inFlight: number;
  /** Attempts in flight to the organization's proven endpoints, in every process. */
  organizationInFlight: number;
}

/** Attempts in flight in this process. One that is under way for long counts as slow, whatever lane it came by. */
export interface InFlight {
  fast: number;
  slow: number;
}

/** Slots free in this process. */
export interface FreeSlots {
  total: number;
  slow: number;
}

/**
 * Slow attempts never weigh more than their share, even when a whole fast lane has begun to hang: what is left stays
 * free for the others. The number of attempts that hang is bounded by the caps per endpoint and organization.
 */
export function freeSlots(slots: number, inFlight: InFlight): FreeSlots {
  const share = Math.floor(slots * SLOW_SHARE);
  const total = Math.max(0, slots - inFlight.fast - Math.min(inFlight.slow, share));
  return { total, slow: Math.min(total, Math.max(0, share - inFlight.slow)) };
}

/**
 * How many deliveries to take of each candidate: one each in the order given, then a second round, and so on, until
 * the slots or the caps are used up. A backlog therefore never pushes another endpoint's first delivery back.
 */
export function allot(candidates: readonly Candidate[], free: FreeSlots): Map<string, number> {
  const taken = new Map<string, number>();
  const organizations = new Map(candidates.map((one) => [one.organizationId, one.organizationInFlight]));
  let { total, slow } = free;
  for (let round = 0; round < FAST_PER_ENDPOINT; round += 1) {
    for (const one of candidates) {
      if (total === 0) return taken;
      if (round >= one.due || one.inFlight + round >= perEndpoint(one.lane)) continue;
      if (one.lane === 'slow') {
        if (slow === 0) continue;
        slow -= 1;
      } else {
        const busy = organizations.get(one.organizationId) ?? 0;
        if (busy >= FAST_PER_ORGANIZATION) continue;
        organizations.set(one.organizationId, busy + 1);
      }
      total -= 1;
      taken.set(one.endpointId, round + 1);
    }
  }
  return taken;
}

function perEndpoint(lane: Lane): number {
  return lane === 'slow' ? SLOW_PER_ENDPOINT : FAST_PER_ENDPOINT;
}
