import { call, type Answer, type Body } from '../api/console-client.js';

/** The calls of webhook endpoints, and under which keys their answers are kept. */

const ALL = '/console/api/webhook-endpoints';
const ONE = '/console/api/webhook-endpoints/{id}';
const DELIVERIES = '/console/api/webhook-endpoints/{id}/deliveries';
const COUNTS = '/console/api/webhook-endpoints/{id}/delivery-counts';
const DELIVERY = '/console/api/webhook-endpoints/{id}/deliveries/{deliveryId}';

export type Endpoint = Answer<typeof ONE, 'get'>;
export type EndpointFields = Body<typeof ALL, 'post'>;
export type EndpointChanges = Body<typeof ONE, 'patch'>;
export type EventChoice = Endpoint['events'][number];
export type TestType = NonNullable<Body<`${typeof ONE}/test`, 'post'>['type']>;
export type ReplayRange = Body<`${typeof ONE}/replay`, 'post'>;
export type Delivery = Answer<typeof DELIVERY, 'get'>;
export type DeliverySummary = Answer<typeof DELIVERIES, 'get'>['data'][number];
export type DeliveryCount = Answer<typeof COUNTS, 'get'>['series'][number];
export type CountedBy = 'hour' | 'day';
export type DeliveryStatus = Delivery['status'];

/** How often what is under way is asked for again. */
export const REFRESH_MS = 2_000;

export const webhookKeys = {
  list: ['webhooks'] as const,
  one: (id: string) => ['webhook', id] as const,
  deliveries: (id: string) => ['webhook', id, 'deliveries'] as const,
  listed: (id: string, status: DeliveryStatus | undefined) =>
    ['webhook', id, 'deliveries', status ?? 'all'] as const,
  eachDelivery: (id: string) => ['webhook', id, 'delivery'] as const,
  counts: (id: string, by: CountedBy) => ['webhook', id, 'counts', by] as const,
  delivery: (id: string, deliveryId: string) => ['webhook', id, 'delivery', deliveryId] as const,
};

export const listEndpoints = (cursor: string | undefined) =>
  call('get', ALL, { query: cursor === undefined ? {} : { cursor } });

export const createEndpoint = (body: EndpointFields) => call('post', ALL, { body });

export const readEndpoint = (id: string) => call('get', ONE, { at: { id } });

export const updateEndpoint = (id: string, body: EndpointChanges) => call('patch', ONE, { at: { id }, body });

export const deleteEndpoint = (id: string) => call('delete', ONE, { at: { id } });

export const rotateSecret = (id: string, overlapSec: number) =>
  call('post', `${ONE}/rotate-secret`, { at: { id }, body: { overlapSec } });

export const sendTest = (id: string, type: TestType) =>
  call('post', `${ONE}/test`, { at: { id }, body: { type } });

export const replayRange = (id: string, body: ReplayRange) =>
  call('post', `${ONE}/replay`, { at: { id }, body });

export const listDeliveries = (id: string, status: DeliveryStatus | undefined, cursor: string | undefined) =>
  call('get', DELIVERIES, {
    at: { id },
    query: { ...(status && { status }), ...(cursor !== undefined && { cursor }) },
  });

export const countDeliveries = (id: string, by: CountedBy) =>
  call('get', COUNTS, { at: { id }, query: { by } });

export const readDelivery = (id: string, deliveryId: string) =>
  call('get', DELIVERY, { at: { id, deliveryId } });

export const replayDelivery = (id: string, deliveryId: string) =>
  call('post', `${DELIVERY}/replay`, { at: { id, deliveryId } });
