export interface Breach {
  rule: string;
  from: string;
  to: string;
}

export function breaches(root: string): Promise<Breach[]>;
