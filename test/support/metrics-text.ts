import parsePrometheusText from 'parse-prometheus-text-format';

/** Labels with their values, such as `route="/render",status="200"`; empty without labels. */
export type Series = string;

/**
 * Metrics as a scraper reads them. Those of a histogram end in `_sum`, `_count` and, with the label `le`, `_bucket`.
 */
export class Scrape {
  readonly #values = new Map<string, Map<Series, number>>();

  /** Reads the Prometheus text format; throws for anything else, and for a histogram that does not add up. */
  constructor(text: string) {
    const histograms = [...text.matchAll(/^# TYPE (\S+) histogram$/gm)].map(([, name]) => name);
    // The parser joins all series of a histogram into one, so this reads them as single samples.
    const samples = text.replaceAll(/^# TYPE \S+ histogram$/gm, '');
    for (const { name, metrics } of parsePrometheusText(samples)) {
      for (const { labels = {}, value } of metrics) this.#put(name, labels, value);
    }
    for (const name of histograms) this.#checkHistogram(name);
  }

  /** The value of one series. Throws if it is missing. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const value = this.#values.get(name)?.get(seriesOf(labels));
    if (value === undefined) throw new Error(`there is no ${name}{${seriesOf(labels)}}`);
    return value;
  }

  /** All series of a metric that are not 0. */
  nonZero(name: string): Readonly<Record<Series, number>> {
    return Object.fromEntries([...(this.#values.get(name) ?? [])].filter(([, value]) => value !== 0));
  }

  get series(): readonly string[] {
    return [...this.#values].flatMap(([name, series]) => [...series.keys()].map((one) => `${name}{${one}}`));
  }

  #put(name: string, labels: Readonly<Record<string, string>>, text: string | undefined): void {
    const value = text === undefined ? Number.NaN : Number(text);
    if (Number.isNaN(value)) throw new Error(`${name}{${seriesOf(labels)}} has no value`);
    const series = this.#values.get(name) ?? new Map<Series, number>();
    if (series.has(seriesOf(labels))) throw new Error(`${name}{${seriesOf(labels)}} appears twice`);
    series.set(seriesOf(labels), value);
    this.#values.set(name, series);
  }

  /** Buckets must grow up to the one without a limit, which counts everything. */
  #checkHistogram(name: string): void {
    const last = new Map<Series, number>();
    for (const [series, count] of this.#values.get(`${name}_bucket`) ?? []) {
      const others = series.replace(/(^|,)le="[^"]*"/, '').replace(/^,/, '');
      if (count < (last.get(others) ?? 0))
        throw new Error(`${name}_bucket{${series}} is less than one below`);
      last.set(others, count);
    }
    const counts = [...(this.#values.get(`${name}_count`) ?? [])];
    if (counts.length === 0 || counts.length !== last.size) throw new Error(`${name} is not whole`);
    for (const [series, count] of counts) {
      if (last.get(series) !== count) throw new Error(`${name}{${series}}: the last bucket is not the count`);
      this.value(`${name}_sum`, JSON.parse(`{${series.replaceAll(/(\w+)=/g, '"$1":')}}`));
    }
  }
}

function seriesOf(labels: Readonly<Record<string, string>>): Series {
  return Object.entries(labels)
    .sort()
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(',');
}
