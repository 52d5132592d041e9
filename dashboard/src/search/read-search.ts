import { isDay } from '../format/date.ts'

/**
 * Readers of one search parameter each. An address is typed and passed on by people: what is not understood is
 * left out, and the page shows its default.
 */
export function readChoice<const T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value)
}

/** Several of the choices, as `clicks,revenue`; in the order of the choices, each once. */
export function readChoices<const T extends string>(value: unknown, choices: readonly T[]): T[] {
  const named = typeof value === 'string' ? value.split(',') : []
  return choices.filter((choice) => named.includes(choice))
}

function readDay(value: unknown): string | undefined {
  return isDay(value) ? value : undefined
}

/** A first and a last day; one without the other, or in the wrong order, is no range. */
export function readDayRange(search: Record<string, unknown>): { from: string; to: string } | undefined {
  const [from, to] = [readDay(search.from), readDay(search.to)]
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined
}

export function readId(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function readText(value: unknown, mostChars = 255): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= mostChars ? value : undefined
}
