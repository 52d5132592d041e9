import type { Dimension } from '../../api/types.ts'
import { interfaceLanguage } from '../../messages/message.ts'
import { t } from '../../messages/team-text.ts'
import { DIMENSIONS } from './breakdown-labels.ts'

const VALUES: Partial<Record<Dimension, Readonly<Record<string, string>>>> = {
  device: {
    phone: t('breakdown.values.device.phone'),
    tablet: t('breakdown.values.device.tablet'),
    computer: t('breakdown.values.device.computer'),
    other: t('breakdown.values.device.other'),
  },
  visitor: { new: t('breakdown.values.visitor.new'), returning: t('breakdown.values.visitor.returning') },
  renewal: { first: t('breakdown.values.renewal.first'), renewal: t('breakdown.values.renewal.renewal') },
}

/** Returns a row's name, localized if its value is an enum. */
export function valueName(by: Dimension, { key, name }: { key: string | null; name: string }): string {
  if (key === null) return DIMENSIONS[by].none
  if (by === 'language') return displayName('language', key)
  if (by === 'country') return displayName('region', key)
  return VALUES[by]?.[key] ?? name
}

/** Returns `German` for `de` and `Austria` for `AT`; unknown codes are returned as is. */
function displayName(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(interfaceLanguage(), { type, fallback: 'code' }).of(code) ?? code
  } catch {
    return code
  }
}
