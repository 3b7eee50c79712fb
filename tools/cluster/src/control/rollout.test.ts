import { expect, it } from 'vitest';
import { isSettled, nextStep, type PodState, type RolloutSpec } from './rollout.js';

const SURGE: RolloutSpec = { replicas: 2, maxSurge: 1, maxUnavailable: 0 };
const pod = (name: string, current: boolean, ready = true): PodState => ({ name, current, ready });

it('the first pods are made at once, and no more than are wanted', () => {
  expect(nextStep(SURGE, [])).toEqual({ create: 2, remove: [] });
  expect(nextStep(SURGE, [pod('a', true, false)])).toEqual({ create: 1, remove: [] });
});

it('with maxUnavailable 0 an old pod goes once a new one is ready in its place, and not before', () => {
  const old = [pod('a', false), pod('b', false)];
  expect(nextStep(SURGE, old)).toEqual({ create: 1, remove: [] });
  expect(nextStep(SURGE, [...old, pod('c', true, false)])).toEqual({ create: 0, remove: [] });
  expect(nextStep(SURGE, [...old, pod('c', true)])).toEqual({ create: 0, remove: ['a'] });
});

it('with maxUnavailable 1 and no surge an old pod goes first', () => {
  const spec = { replicas: 2, maxSurge: 0, maxUnavailable: 1 };
  expect(nextStep(spec, [pod('a', false), pod('b', false)])).toEqual({ create: 0, remove: ['a'] });
  expect(nextStep(spec, [pod('b', false)])).toEqual({ create: 1, remove: [] });
});

it('at no step of a rollout are fewer ready, or more there, than the strategy says', () => {
  let pods = [pod('a', false), pod('b', false), pod('c', false)];
  const spec = { replicas: 3, maxSurge: 1, maxUnavailable: 1 };
  let made = 0;
  for (let turn = 0; turn < 40 && !isSettled(spec, pods); turn += 1) {
    const { create, remove } = nextStep(spec, pods);
    pods = pods.filter(({ name }) => !remove.includes(name));
    for (let index = 0; index < create; index += 1) pods.push(pod(`new-${++made}`, true, false));
    expect(pods.length).toBeLessThanOrEqual(4);
    expect(pods.filter(({ ready }) => ready).length).toBeGreaterThanOrEqual(2);
    // One pod becomes ready between two steps.
    const next = pods.findIndex(({ ready }) => !ready);
    pods = pods.map((one, index) => (index === next ? { ...one, ready: true } : one));
  }
  expect(isSettled(spec, pods)).toBe(true);
  expect(made).toBe(3);
});

it('old pods that are not ready go at once, as they serve nobody', () => {
  const pods = [pod('a', false, false), pod('b', false)];
  expect(nextStep(SURGE, pods).remove).toEqual(['a']);
});

it('fewer replicas end what is too much', () => {
  const pods = [pod('a', true), pod('b', true), pod('c', true)];
  expect(nextStep(SURGE, pods)).toEqual({ create: 0, remove: ['c'] });
});
