import type { LoadResult } from './load.ts'

export type Measured = Pick<LoadResult, 'ratePerSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms'>

export interface Comparison {
  floor: Measured[]
  subject: Measured[]
}

/**
 * Measures the floor and the subject in turns, so that whatever else slows the machine down slows both.
 * One turn of each goes before, uncounted: caches, compilers and connections are warm when it counts.
 */
export async function inTurns(
  rounds: number,
  floor: (round: number) => Promise<Measured>,
  subject: (round: number) => Promise<Measured>,
): Promise<Comparison> {
  const comparison: Comparison = { floor: [], subject: [] }
  await floor(0)
  await subject(0)
  for (let round = 1; round <= rounds; round++) {
    comparison.floor.push(await floor(round))
    comparison.subject.push(await subject(round))
  }
  return comparison
}

/** The median of the rounds' ratios, with the smallest and the largest of them. */
export function ratios(
  { floor, subject }: Comparison,
  of: (subject: Measured, floor: Measured) => number,
): { median: number; least: number; most: number } {
  const all = subject
    .map((measured, round) => {
      const below = floor[round]
      if (below === undefined) throw new Error('a round without its floor')
      return of(measured, below)
    })
    .sort((a, b) => a - b)
  return { median: median(all), least: all[0] ?? 0, most: all.at(-1) ?? 0 }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
