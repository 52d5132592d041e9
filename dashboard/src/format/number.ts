import { interfaceLanguage } from '../messages/message.ts'

/** Counts and rates in the reader's locale. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(interfaceLanguage()).format(count)
}

/** Formats `12,400` as `12.4K`, for axes and other narrow places. */
export function formatCompact(count: number): string {
  return new Intl.NumberFormat(interfaceLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(
    count,
  )
}

/** Formats a file size: `640 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kilobyte', bytes / 1000] : ['megabyte', bytes / 1_000_000]
  const digits = unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(interfaceLanguage(), {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(bytes > 0 && bytes < 1000 ? 1 : size)
}

/** Formats `3.25` as `3.25%`. */
export function formatPercent(percent: number, digits = 2): string {
  return new Intl.NumberFormat(interfaceLanguage(), {
    style: 'percent',
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(percent / 100)
}

/** Formats basis points: `2000` is `20%`. */
export function formatRate(rateBps: number): string {
  return formatPercent(rateBps / 100)
}
