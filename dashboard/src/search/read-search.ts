import { isDay } from '../format/date.ts'

/**
 * Parsers for search parameters. People type and share URLs, so invalid values are ignored and the page shows its
 * default.
 */
export function readChoice<const T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value)
}

function readDay(value: unknown): string | undefined {
  return isDay(value) ? value : undefined
}

/** Parses a range of days; undefined if a day is missing or the days are in the wrong order. */
export function readDayRange(search: Record<string, unknown>): { from: string; to: string } | undefined {
  const [from, to] = [readDay(search.from), readDay(search.to)]
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined
}

export function readId(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function readText(value: unknown, maxChars = 255): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxChars ? value : undefined
}

/** A form opened by the URL: `?dialog=new`. */
export interface DialogSearch {
  dialog?: 'new'
}

export function readDialog({ dialog }: Record<string, unknown>): DialogSearch {
  return dialog === 'new' ? { dialog } : {}
}
