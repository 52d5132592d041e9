import { LANGUAGES, type Language } from '../enums.ts'

/** Returns the language for a code such as `pt-br`, or its base language; undefined if neither is available. */
export function parseLanguage(code: unknown): Language | undefined {
  if (typeof code !== 'string') return undefined
  const normalized = code.trim().toLowerCase()
  const exact = LANGUAGES.find((one) => one.toLowerCase() === normalized)
  if (exact !== undefined) return exact
  const base = normalized.split('-', 1)[0]
  return LANGUAGES.find((one) => one.toLowerCase().split('-', 1)[0] === base)
}

const RANGES_READ = 20

/** Returns the available language that an `Accept-Language` header prefers. */
export function requestedLanguage(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined
  const ranges = header.split(',', RANGES_READ).map((range) => {
    const [code = '', ...parameters] = range.split(';')
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined)
    return { code, quality: quality === undefined ? 1 : Number(quality) }
  })
  const preferred = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { code } of preferred) {
    const language = parseLanguage(code)
    if (language !== undefined) return language
  }
  return undefined
}
