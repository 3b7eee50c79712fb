import type { DeliveryCount } from '../webhooks-api.js';

/** What became of deliveries, from the bottom of a bar to its top. */
export const OUTCOMES = ['succeeded', 'pending', 'held', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A part of a bar, in the units of the drawing. */
export interface Block {
  outcome: Outcome;
  y: number;
  height: number;
}

export function totalOf(point: DeliveryCount): number {
  return OUTCOMES.reduce((sum, outcome) => sum + point[outcome], 0);
}

/** The bar of a point in a drawing of `height`, whose full height stands for `most`. What there is, is never too thin to be seen. */
export function blocksOf(point: DeliveryCount, most: number, height: number): Block[] {
  let y = height;
  return OUTCOMES.flatMap((outcome) => {
    if (point[outcome] === 0) return [];
    const own = Math.min(y, Math.max(MOST_THIN, (point[outcome] / most) * height));
    y -= own;
    return [{ outcome, y, height: own }];
  });
}

const MOST_THIN = 2;

/** A line through the points that there are, as the `d` of an SVG path; a gap where there is none, and a dot where one stands alone. */
export function lineOf(values: readonly (number | null)[], most: number, { width, height }: Size): string {
  const step = width / values.length;
  let isDrawing = false;
  const parts = values.map((value, index) => {
    if (value === null) {
      isDrawing = false;
      return '';
    }
    const [x, y] = [((index + 0.5) * step).toFixed(1), (height - (value / most) * height).toFixed(1)];
    const part = isDrawing ? `L${x} ${y}` : `M${x} ${y}h0`;
    isDrawing = true;
    return part;
  });
  return parts.join('');
}

interface Size {
  width: number;
  height: number;
}
