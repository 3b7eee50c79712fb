import { CaptureError } from '@capture/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginVisit } from '../../../test/fixtures/controller-visit.js';
import type { RecorderController } from './recorder.controller.js';
import { stranded, take } from './recorder.fixtures.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a visit to a device with takes that were not sent', () => {
  it('still opens where old takes cannot be listed', async () => {
    const visit = beginVisit(() => Promise.reject(new CaptureError('upload_failed')));
    await visit.controller.open();
    expect(visit.step()).toBe('question');
  });

  it('opens an unsent take once, however often it is asked to, and stays at its review', async () => {
    const visit = beginVisit(async () => [stranded]);
    await visit.controller.open();
    const recovered = { ...take, id: stranded.id, recovered: true };
    visit.client.recover
      .mockImplementationOnce(async () => (visit.client.take = recovered))
      .mockRejectedValue(new CaptureError('nothing_to_submit'));
    await Promise.all([
      visit.controller.unsentTakes.recover(stranded.id),
      visit.controller.unsentTakes.recover(stranded.id),
    ]);
    await visit.controller.unsentTakes.recover(stranded.id);
    expect(visit.controller.snapshot()).toMatchObject({
      phase: { name: 'review', take: recovered },
      problem: null,
    });
  });

  it.each<[string, (controller: RecorderController) => Promise<void>]>([
    ['another one', (controller) => controller.unsentTakes.recover('take-00')],
    ['deleting it', (controller) => controller.unsentTakes.deleteStranded(stranded.id)],
    ['the camera', (controller) => controller.turnOn()],
  ])('opens an unsent take to the end before %s, which then is not asked for any more', async (_, press) => {
    const visit = beginVisit(async () => [stranded]);
    await visit.controller.open();
    await Promise.all([visit.controller.unsentTakes.recover(stranded.id), press(visit.controller)]);
    expect(visit.step()).toBe('review');
    expect(visit.controller.snapshot().problem).toBeNull();
    expect(visit.client.recover).toHaveBeenCalledOnce();
    expect(visit.client.discard).not.toHaveBeenCalled();
    expect(visit.client.preview).not.toHaveBeenCalled();
  });

  it('deletes an unsent take without ever showing it', async () => {
    const visit = beginVisit(async () => [stranded]);
    await visit.controller.open();
    const steps: string[] = [];
    visit.controller.subscribe(() => void steps.push(visit.step()));
    await visit.controller.unsentTakes.deleteStranded(stranded.id);
    expect(visit.client.discard).toHaveBeenCalledOnce();
    expect(visit.controller.snapshot().stranded).toEqual([]);
    expect(new Set(steps)).toEqual(new Set(['question']));
  });
});
