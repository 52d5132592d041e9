import type { LoadResult } from './load.ts'

/** The machine's load during a measurement, excluding the benchmark's own. */
export interface MachineLoad {
  /** The 1-minute load average at the start. It includes earlier measurements. */
  average: number
  /** Other processes' runnable threads, on average. */
  othersRunnable: number
  /** Other processes' CPU time, as a percentage of all CPUs. */
  othersPercent: number
}

export interface Measurement extends Pick<LoadResult, 'ratePerSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms'> {
  connections: number
  /** The machine's load during the measurement. */
  machine: MachineLoad
}

/** A measurement's figures. */
export type MeasurementFigure = 'ratePerSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms'

export interface Comparison {
  baseline: Measurement[]
  subject: Measurement[]
}

/**
 * Measures baseline and subject alternately, so that a slow machine affects both. The first turn of each isn't counted,
 * because it warms up caches, compilers and connections.
 */
export async function measureAlternately(
  rounds: number,
  baseline: (round: number) => Promise<Measurement>,
  subject: (round: number) => Promise<Measurement>,
): Promise<Comparison> {
  const comparison: Comparison = { baseline: [], subject: [] }
  await baseline(0)
  await subject(0)
  for (let round = 1; round <= rounds; round++) {
    comparison.baseline.push(await baseline(round))
    comparison.subject.push(await subject(round))
  }
  return comparison
}

/** Returns the median, minimum and maximum of the rounds' ratios. */
export function ratios(
  { baseline, subject }: Comparison,
  of: (subject: Measurement, baseline: Measurement) => number,
): { median: number; least: number; most: number } {
  const all = subject
    .map((measured, round) => {
      const below = baseline[round]
      if (below === undefined) throw new Error('a round without a baseline')
      return of(measured, below)
    })
    .sort((a, b) => a - b)
  return { median: median(all), least: all[0] ?? 0, most: all.at(-1) ?? 0 }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
