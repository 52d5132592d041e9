import type { Dimension } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** Each dimension's label, column header, and name for a missing value. */
export const DIMENSIONS: Readonly<Record<Dimension, { label: string; column: string; none: string }>> = {
  partner: {
    label: t('breakdown.dimensions.partner'),
    column: t('breakdown.dimensions.partner.column'),
    none: t('breakdown.dimensions.partner.none'),
  },
  group: {
    label: t('breakdown.dimensions.group'),
    column: t('breakdown.dimensions.group.column'),
    none: t('breakdown.dimensions.group.none'),
  },
  link: {
    label: t('breakdown.dimensions.link'),
    column: t('breakdown.dimensions.link.column'),
    none: t('breakdown.dimensions.link.none'),
  },
  subId: {
    label: t('breakdown.dimensions.subId'),
    column: 'Sub-id',
    none: t('breakdown.dimensions.subId.none'),
  },
  landingPage: {
    label: t('breakdown.dimensions.landingPage'),
    column: t('breakdown.dimensions.landingPage.column'),
    none: t('breakdown.dimensions.landingPage.none'),
  },
  referrer: {
    label: t('breakdown.dimensions.referrer'),
    column: t('breakdown.dimensions.referrer.column'),
    none: t('breakdown.dimensions.referrer.none'),
  },
  language: {
    label: t('breakdown.dimensions.language'),
    column: t('breakdown.dimensions.language.column'),
    none: t('breakdown.dimensions.language.none'),
  },
  country: {
    label: t('breakdown.dimensions.country'),
    column: t('breakdown.dimensions.country.column'),
    none: t('breakdown.dimensions.country.none'),
  },
  device: {
    label: t('breakdown.dimensions.device'),
    column: t('breakdown.dimensions.device.column'),
    none: t('breakdown.dimensions.device.none'),
  },
  visitor: {
    label: t('breakdown.dimensions.visitor'),
    column: t('breakdown.dimensions.visitor.column'),
    none: t('breakdown.dimensions.visitor.none'),
  },
  product: {
    label: t('breakdown.dimensions.product'),
    column: t('breakdown.dimensions.product.column'),
    none: t('breakdown.dimensions.product.none'),
  },
  currency: {
    label: t('breakdown.dimensions.currency'),
    column: t('breakdown.dimensions.currency.column'),
    none: t('breakdown.dimensions.currency.none'),
  },
  renewal: {
    label: t('breakdown.dimensions.renewal'),
    column: t('breakdown.dimensions.renewal.column'),
    none: t('breakdown.dimensions.renewal.none'),
  },
}

/** Returns which columns a dimension has. */
export function dimensionMeasures(by: Dimension): 'all' | 'clicks' | 'sales' {
  if (by === 'partner' || by === 'group' || by === 'link') return 'all'
  return by === 'product' || by === 'currency' || by === 'renewal' ? 'sales' : 'clicks'
}
