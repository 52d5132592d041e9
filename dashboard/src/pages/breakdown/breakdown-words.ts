import type { Dimension } from '../../api/types.ts'

/** How each dimension is called, what its column says, and what a row without a value is. */
export const DIMENSIONS: Readonly<Record<Dimension, { label: string; column: string; none: string }>> = {
  partner: { label: 'Partners', column: 'Partner', none: 'No partner' },
  group: { label: 'Groups', column: 'Group', none: 'No group' },
  link: { label: 'Links', column: 'Link', none: 'Links of archived clicks' },
  subId: { label: 'Sub-ids', column: 'Sub-id', none: 'No sub-id' },
  landingPage: { label: 'Landing pages', column: 'Landing page', none: 'Not told' },
  referrer: { label: 'Referring sites', column: 'Referring site', none: 'None, or not told' },
  language: { label: 'Languages', column: 'Language', none: 'Not told' },
  country: { label: 'Countries of language', column: 'Country of language', none: 'Not told' },
  device: { label: 'Devices', column: 'Device', none: 'Not told' },
  visitor: { label: 'New or returning', column: 'Visitor', none: 'No session told' },
  product: { label: 'Products', column: 'Product', none: 'No product' },
  currency: { label: 'Currencies', column: 'Currency', none: 'None' },
  renewal: { label: 'First or renewal', column: 'Sale', none: 'None' },
}

/** Which columns a dimension has. */
export function measuresOf(by: Dimension): 'all' | 'clicks' | 'sales' {
  if (by === 'partner' || by === 'group' || by === 'link') return 'all'
  return by === 'product' || by === 'currency' || by === 'renewal' ? 'sales' : 'clicks'
}
