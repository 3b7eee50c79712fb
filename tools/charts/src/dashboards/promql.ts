// The two forms of query that most panels have.

/** Events a second of a counter, summed up, or by `labels`. */
export function rate(counter: string, selector: string, labels = ''): string {
  const by = labels === '' ? '' : ` by (${labels})`;
  return `sum${by} (rate(${counter}{${selector}}[$__rate_interval]))`;
}

/** Median and 99th percentile of a histogram, by legend. */
export function quantiles(histogram: string, selector: string): Record<string, string> {
  const buckets = rate(`${histogram}_bucket`, selector, 'le');
  return {
    '50 %': `histogram_quantile(0.5, ${buckets})`,
    '99 %': `histogram_quantile(0.99, ${buckets})`,
  };
}
