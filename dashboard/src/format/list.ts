import { interfaceLanguage } from '../messages/message.ts'

/** Formats `a, b and c` in the interface's language, which may differ from the browser's. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(interfaceLanguage()).format(items)
}

/** Formats `a, b or c`. */
export function formatAlternatives(items: readonly string[]): string {
  return new Intl.ListFormat(interfaceLanguage(), { type: 'disjunction' }).format(items)
}
