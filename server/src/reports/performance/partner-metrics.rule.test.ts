import { describe, expect, it } from 'vitest'
import { partnerMetrics } from './partner-metrics.rule.ts'
import type { PartnerSums } from './stat-sums.ts'

const sums = (over: Partial<PartnerSums>): PartnerSums => ({
  partner_id: 1,
  currency: 'XXX',
  clicks: '0',
  leads: '0',
  conversions: '0',
  sales: '0',
  revenue_cents: '0',
  commission_cents: '0',
  ...over,
})

describe('partnerMetrics', () => {
  it('combines each partner’s currencies, in the requested order', () => {
    const rows = [
      sums({ clicks: '7', leads: '2', conversions: '1' }),
      sums({ currency: 'USD', sales: '2', revenue_cents: '9800', commission_cents: '1960' }),
      sums({ currency: 'VND', sales: '1', revenue_cents: '250000', commission_cents: '50000' }),
      sums({ partner_id: 2, clicks: '1' }),
    ]
    expect(partnerMetrics([2, 1], rows)).toEqual([
      expect.objectContaining({ partnerId: 2, clicks: 1, sales: 0, revenueByCurrency: {} }),
      {
        partnerId: 1,
        clicks: 7,
        leads: 2,
        conversions: 1,
        sales: 3,
        revenueByCurrency: { USD: 9800n, VND: 250000n },
        commissionByCurrency: { USD: 1960n, VND: 50000n },
      },
    ])
  })

  it('returns zeros for partners without activity', () => {
    expect(partnerMetrics([5], [])).toEqual([
      {
        partnerId: 5,
        clicks: 0,
        leads: 0,
        conversions: 0,
        sales: 0,
        revenueByCurrency: {},
        commissionByCurrency: {},
      },
    ])
  })

  it('keeps the cents of a sum larger than a safe integer', () => {
    const [one] = partnerMetrics([1], [sums({ currency: 'EUR', revenue_cents: '90071992547409931' })])
    expect(one?.revenueByCurrency).toEqual({ EUR: 90071992547409931n })
  })

  it('rejects an amount without a currency', () => {
    expect(() => partnerMetrics([1], [sums({ revenue_cents: '1' })])).toThrow('a row without a currency')
  })
})
