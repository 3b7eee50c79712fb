import type { DeliveryTier } from '../../endpoints/endpoint.model.js';

/** Attempts in flight that an unproven endpoint may have. */
export const SLOW_PER_ENDPOINT = 1;
/** Attempts in flight that a proven endpoint may have. */
export const FAST_PER_ENDPOINT = 4;
/** An attempt in flight for longer has stalled: it no longer counts into what its organization may have. */
export const STALLED_MS = 500;
/** Attempts in flight that have not stalled, up to which an organization's proven endpoints get more than one each. */
const FAST_PER_ORGANIZATION = 16;
/** Beyond those, for proven endpoints with none in flight: however many attempts others have, those that answer are served. */
const KEPT_FOR_IDLE = 4;
/** Attempts in flight, stalled or not, up to which an organization's proven endpoints get more than one each. */
const FURTHER_PER_ORGANIZATION = 32;
/** Share of a process's capacity that slow attempts may use, however many receivers hang. */
const SLOW_SHARE = 0.5;

/** An endpoint with deliveries that are due. */
export interface Candidate {
  endpointId: string;
  organizationId: string;
  tier: DeliveryTier;
  /** Deliveries due, counted up to the limit per endpoint. */
  due: number;
  /** Attempts in flight to the endpoint, in every process. */
  inFlight: number;
  /** Attempts in flight to the organization's proven endpoints, in every process. */
  organizationInFlight: number;
  /** How many of those have stalled. */
  organizationStalled: number;
}

/** Attempts in flight in this process. One that takes long counts as slow, whatever its endpoint's tier. */
export interface InFlight {
  fast: number;
  slow: number;
}

/** Attempts that this process may start now; slow ones count in both. */
export interface FreeCapacity {
  total: number;
  slow: number;
}

/**
 * Slow attempts use up no more than their share, even when every fast endpoint begins to hang: the rest stays free for
 * others. The limits per endpoint and organization bound how many attempts can hang.
 * @param most how many may begin however much is free
 */
export function freeCapacity(capacity: number, inFlight: InFlight, most: number): FreeCapacity {
  const share = Math.floor(capacity * SLOW_SHARE);
  const total = Math.min(most, Math.max(0, capacity - inFlight.fast - Math.min(inFlight.slow, share)));
  return { total, slow: Math.min(total, Math.max(0, share - inFlight.slow)) };
}

/**
 * How many deliveries to take of each candidate. Round-robin in the order given, until the capacity or the limits are used
 * up: a backlog never delays another endpoint's first delivery. Twenty endpoints that begin to hang at once delay the others of
 * their organization until their attempts have stalled; together they hold no more than the further ones and one each.
 */
export function allocate(candidates: readonly Candidate[], free: FreeCapacity): Map<string, number> {
  const taken = new Map<string, number>();
  const organizations = new Map(candidates.map((one) => [one.organizationId, organizationOf(one)]));
  let { total, slow } = free;
  for (let round = 0; round < FAST_PER_ENDPOINT; round += 1) {
    for (const one of candidates) {
      if (total === 0) return taken;
      if (round >= one.due || one.inFlight + round >= perEndpoint(one.tier)) continue;
      if (one.tier === 'slow') {
        if (slow === 0) continue;
        slow -= 1;
      } else {
        const organization = organizations.get(one.organizationId) ?? organizationOf(one);
        if (!hasRoom(organization, one.inFlight + round > 0)) continue;
        organization.moving += 1;
      }
      total -= 1;
      taken.set(one.endpointId, round + 1);
    }
  }
  return taken;
}

/** Organizations with more due than was taken, although no endpoint's own limit stands in the way. */
export function leftBehind(candidates: readonly Candidate[], taken: ReadonlyMap<string, number>): string[] {
  const left = candidates.filter((one) => {
    const share = taken.get(one.endpointId) ?? 0;
    return share < one.due && one.inFlight + share < perEndpoint(one.tier);
  });
  return [...new Set(left.map((one) => one.organizationId))];
}

/** Attempts in flight to an organization's proven endpoints. */
interface OrganizationInFlight {
  moving: number;
  stalled: number;
}

function organizationOf({ organizationInFlight, organizationStalled }: Candidate): OrganizationInFlight {
  return { moving: organizationInFlight - organizationStalled, stalled: organizationStalled };
}

/** @param further whether the endpoint has attempts in flight already */
function hasRoom({ moving, stalled }: OrganizationInFlight, further: boolean): boolean {
  if (!further) return moving < FAST_PER_ORGANIZATION + KEPT_FOR_IDLE;
  return moving < FAST_PER_ORGANIZATION && moving + stalled < FURTHER_PER_ORGANIZATION;
}

function perEndpoint(tier: DeliveryTier): number {
  return tier === 'slow' ? SLOW_PER_ENDPOINT : FAST_PER_ENDPOINT;
}
