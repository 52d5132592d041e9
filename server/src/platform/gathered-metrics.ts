import { AggregatorRegistry } from 'prom-client'
import type { MetricsSnapshot } from './process-messages.ts'

/** One process. */
interface Source {
  metrics(): Promise<MetricsSnapshot>
}

/**
 * The numbers of all workers, for whichever is asked for them. What a worker has counted stays counted when it ends:
 * a sum that fell would look like a new start, and be counted again.
 */
export class GatheredMetrics {
  readonly #last = new Map<Source, MetricsSnapshot>()
  readonly #ended = new WeakSet<Source>()
  #ofEnded: MetricsSnapshot = []

  /** Of all but `asking`; who does not answer is as it last was. */
  async others(serving: readonly Source[], asking: Source): Promise<MetricsSnapshot[]> {
    await Promise.all(
      serving
        .filter((source) => source !== asking)
        .map((source) =>
          source.metrics().then(
            (numbers) => this.note(source, numbers),
            () => {},
          ),
        ),
    )
    const known = [...this.#last].filter(([source]) => source !== asking)
    return [...known.map(([, numbers]) => numbers), this.#ofEnded]
  }

  /** What a process has just said of itself. */
  note(source: Source, numbers: MetricsSnapshot): void {
    // What comes late is in the sum already, as far as it was heard in time.
    if (!this.#ended.has(source)) this.#last.set(source, numbers)
  }

  /** It has ended: its sums are kept, and what was of that moment is not. */
  end(source: Source): void {
    const numbers = this.#last.get(source)
    this.#last.delete(source)
    this.#ended.add(source)
    if (numbers === undefined) return
    const sums = numbers.filter(({ type }) => type !== 'gauge')
    const both = AggregatorRegistry.aggregate([this.#ofEnded, sums]).getMetricsAsArray()
    // safe because what the library has added up is what it was given, with sums for values
    this.#ofEnded = both as unknown as MetricsSnapshot
  }
}
