// What a manifest may hold. A member that no shape names is refused: what is run here is all that a manifest asks for.

interface Members {
  [name: string]: Shape;
}
export type Shape =
  | { kind: 'text' | 'count' | 'flag' | 'texts' | 'ignored' }
  | { kind: 'one-of'; values: readonly unknown[] }
  | { kind: 'list'; of: Shape }
  | { kind: 'object'; required: Members; optional: Members };

export const text: Shape = { kind: 'text' };
export const count: Shape = { kind: 'count' };
export const flag: Shape = { kind: 'flag' };
/** A map of texts. */
export const texts: Shape = { kind: 'texts' };
export const oneOf = (...values: readonly unknown[]): Shape => ({ kind: 'one-of', values });
export const list = (of: Shape): Shape => ({ kind: 'list', of });
export const object = (required: Members, optional: Members = {}): Shape => ({
  kind: 'object',
  required,
  optional,
});

/** Known, and without an effect here, for the reason given. */
export const ignored = (_reason: string): Shape => ({ kind: 'ignored' });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function ofObject(shape: Extract<Shape, { kind: 'object' }>, value: unknown, path: string): string[] {
  if (!isObject(value)) return [`${path} is no object`];
  const known: Members = { ...shape.required, ...shape.optional };
  const missing = Object.keys(shape.required).filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const wanted = known[name];
      return wanted === undefined
        ? [`${path}.${name} is not known here`]
        : problemsOf(wanted, member, `${path}.${name}`);
    }),
  ];
}

/** One sentence for each member of `value` that is not as the shape has it. */
export function problemsOf(shape: Shape, value: unknown, path: string): string[] {
  const wrong = (fits: boolean, what: string): string[] => (fits ? [] : [`${path} is no ${what}`]);
  switch (shape.kind) {
    case 'ignored':
      return [];
    case 'text':
      return wrong(typeof value === 'string', 'text');
    case 'count':
      return wrong(Number.isInteger(value), 'whole number');
    case 'flag':
      return wrong(typeof value === 'boolean', 'boolean');
    case 'texts':
      return wrong(
        isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
        'map of texts',
      );
    case 'one-of': {
      const fits = shape.values.some((one) => JSON.stringify(one) === JSON.stringify(value));
      return fits ? [] : [`${path} is ${JSON.stringify(value)}, which is not known here`];
    }
    case 'list':
      if (!Array.isArray(value)) return [`${path} is no list`];
      return value.flatMap((one: unknown, index) => problemsOf(shape.of, one, `${path}[${index}]`));
    case 'object':
      return ofObject(shape, value, path);
  }
}
