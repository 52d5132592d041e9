import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.rule.ts'

const KNOWN = ['partnerIds', 'currency', 'minimumCents', 'productId', 'rateBps', 'amountCents', 'reason']

it.each([
  ['partner_ids', 'partnerIds'],
  ['PARTNER-IDS', 'partnerIds'],
  ['partnersIds', 'partnerIds'],
  ['partnerId', 'partnerIds'],
  ['curency', 'currency'],
  ['product_id', 'productId'],
  ['rate', 'rateBps'],
  ['refundAmountCents', 'amountCents'],
  ['amount', 'amountCents'],
  ['raeson', 'reason'],
  ['everything', undefined],
  ['x', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['x'.repeat(100_000), undefined],
])('suggests the nearest name for %s: %s', (name, nearest) => expect(nearestName(name, KNOWN)).toBe(nearest))
