import { divideHalfUp } from '../../core/money/money.rule.ts'

/**
 * Splits an amount in proportion to weights, so the parts add up to the amount (D67). Remaining cents go to the largest
 * remainder relative to its weight (Webster's method), because with plain largest remainders a part could shrink as the
 * amount grows. No part exceeds its weight as long as the amount is at most the weights' sum, and splitting a subset's
 * sum results in the same parts.
 * @returns one part per weight; all zero if there are no weights
 */
export function splitRefund(weights: readonly bigint[], cents: bigint): bigint[] {
  const total = sum(weights)
  if (total === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => divideHalfUp(weight * cents, total))
  for (let off = sum(parts) - cents; off > 0n; off--) move(parts, -1n, findLastPart(weights, parts))
  for (let off = cents - sum(parts); off > 0n; off--) move(parts, 1n, findNextPart(weights, parts))
  return parts
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n)
}

function move(parts: bigint[], by: bigint, place: number): void {
  parts[place] = (parts[place] ?? 0n) + by
}

/** Returns the part that received the last cent. Cents are assigned in the order of `isEarlier`. */
function findLastPart(weights: readonly bigint[], parts: readonly bigint[]): number {
  const stepsToReduce = toSteps(weights, parts, -1n).filter(({ part }) => part > 0n)
  return stepsToReduce.reduce((last, one) => (isEarlier(last, one) ? one : last)).place
}

function findNextPart(weights: readonly bigint[], parts: readonly bigint[]): number {
  return toSteps(weights, parts, 1n).reduce((next, one) => (isEarlier(one, next) ? one : next)).place
}

interface Step {
  place: number
  weight: bigint
  part: bigint
  /** Twice the exact amount at which the part's last or next cent is rounded up. */
  half: bigint
}

function toSteps(weights: readonly bigint[], parts: readonly bigint[], by: bigint): Step[] {
  return weights.flatMap((weight, place) => {
    const part = parts[place] ?? 0n
    return weight === 0n ? [] : [{ place, weight, part, half: 2n * part + by }]
  })
}

function isEarlier(one: Step, other: Step): boolean {
  const [a, b] = [one.half * other.weight, other.half * one.weight]
  return a === b ? one.place < other.place : a < b
}
