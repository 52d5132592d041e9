import type { Dimension } from '../../api/types.ts'
import { DIMENSIONS } from './breakdown-words.ts'

const VALUES: Partial<Record<Dimension, Readonly<Record<string, string>>>> = {
  device: { phone: 'Phone', tablet: 'Tablet', computer: 'Computer', other: 'Other' },
  visitor: { new: 'First click of its session', returning: 'A later click of its session' },
  renewal: { first: 'Not marked as recurring', renewal: 'Recurring' },
}

/** What a row is called: the name of its value, in the reader's words where it is one of a few. */
export function nameOf(by: Dimension, { key, name }: { key: string | null; name: string }): string {
  if (key === null) return DIMENSIONS[by].none
  if (by === 'language') return displayName('language', key)
  if (by === 'country') return displayName('region', key)
  return VALUES[by]?.[key] ?? name
}

/** `German` of `de`, `Austria` of `AT`; what nobody knows stays as it is. */
function displayName(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type, fallback: 'code' }).of(code) ?? code
  } catch {
    return code
  }
}
