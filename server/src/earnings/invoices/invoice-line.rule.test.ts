import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExchangeRate, USD_RATE } from './exchange-rate.rule.ts'
import { type InvoiceableFee, invoiceLine } from './invoice-line.rule.ts'

const fee = (values: Partial<InvoiceableFee>): InvoiceableFee => ({
  amount_cents: 1000,
  reversed_cents: 0,
  currency: 'USD',
  invoiced_cents: 0,
  invoiced_usd_cents: 0n,
  ...values,
})

describe('invoiceLine', () => {
  it.each([
    ['a new fee is charged', {}, { kind: 'fee', amount_cents: 1000, usd_cents: 1000n }],
    [
      'a fee reversed before it was invoiced is charged less',
      { reversed_cents: 400 },
      { kind: 'fee', amount_cents: 600 },
    ],
    ['a fee fully reversed before it was invoiced has no line', { reversed_cents: 1000 }, undefined],
    [
      'a fee equal to its invoiced amount has no line',
      { invoiced_cents: 1000, invoiced_usd_cents: 1000n },
      undefined,
    ],
    [
      'a later reversal is credited at the rate the fee was charged at',
      { reversed_cents: 1000, currency: 'EUR', invoiced_cents: 1000, invoiced_usd_cents: 1083n },
      { kind: 'credit', amount_cents: -1000, usd_cents: -1083n, invoiced_cents: 0, invoiced_usd_cents: 0n },
    ],
    [
      'a partial reversal is credited in proportion, rounding up what is kept',
      { reversed_cents: 500, currency: 'EUR', invoiced_cents: 1000, invoiced_usd_cents: 1083n },
      { kind: 'credit', amount_cents: -500, usd_cents: -541n, invoiced_cents: 500, invoiced_usd_cents: 542n },
    ],
    [
      'a refund that failed is charged again',
      { reversed_cents: 0, invoiced_cents: 400, invoiced_usd_cents: 400n },
      { kind: 'fee', amount_cents: 600, usd_cents: 600n, invoiced_cents: 1000, invoiced_usd_cents: 1000n },
    ],
  ] as const)('returns the line: %s', (_name, values, line) => {
    const found = invoiceLine(fee(values), USD_RATE)
    if (line === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(line)
  })

  it('rejects a charge without a rate, but accepts a credit without one', () => {
    expect(invoiceLine(fee({ currency: 'VND' }), undefined)).toBe('no_rate')
    const creditedFee = fee({
      currency: 'VND',
      reversed_cents: 1,
      invoiced_cents: 1000,
      invoiced_usd_cents: 4n,
    })
    expect(invoiceLine(creditedFee, undefined)).toMatchObject({ kind: 'credit' })
  })

  const rates: fc.Arbitrary<ExchangeRate> = fc.record({
    digits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    scale: fc.integer({ min: 0, max: 12 }),
  })

  it('leaves nothing charged after a full reversal, and never charges a negative amount in total', () => {
    const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), rates), { maxLength: 8 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.constantFrom('USD', 'EUR', 'VND'),
        steps,
        (amount, currency, all) => {
          let current = fee({ amount_cents: amount, currency })
          let charged = 0n
          const invoice = (reversed_cents: number, rate: ExchangeRate) => {
            const line = invoiceLine({ ...current, reversed_cents }, rate)
            if (line === 'no_rate') throw new Error('a rate exists')
            if (line === undefined) return
            charged += line.usd_cents
            const { invoiced_cents, invoiced_usd_cents } = line
            current = { ...current, invoiced_cents, invoiced_usd_cents }
            expect(charged).toBe(invoiced_usd_cents)
            expect(charged >= 0n).toBe(true)
            expect(line.kind === 'fee' ? line.usd_cents >= 0n : line.usd_cents <= 0n).toBe(true)
          }
          for (const [part, rate] of all) invoice(Math.floor(part * amount), rate)
          invoice(amount, USD_RATE)
          expect([current.invoiced_cents, charged]).toEqual([0, 0n])
        },
      ),
    )
  })
})
