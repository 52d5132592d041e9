import { expect, it } from 'vitest'
import { computeReversedCapture, type ReportedRefunds } from './captured-part.rule.ts'

const charges = (cents: bigint, released_cents = 0n) => ({ cents, released_cents, currency: 'USD' })
const sold = (amount_cents: number, more: Partial<ReportedRefunds['payments'][number]> = {}) => ({
  amount_cents: null,
  amount_from: null,
  was_reversed: false,
  sale: { amount_cents, currency: 'USD' },
  ...more,
})
const refunded = (cents: bigint) => ({ cents, currency: 'USD' })
const ALL = 2n ** 63n

it.each<[string, Partial<ReportedRefunds>, [bigint, bigint | undefined] | undefined]>([
  ['no reports', { refunded: undefined }, undefined],
  ['a refund without a charge', {}, [1000n, undefined]],
  ['a refund of a charge', { charges: charges(4900n) }, [1000n, 4900n]],
  [
    'a refund of the captured amount',
    { charges: charges(2000n, 2900n), payments: [sold(2000)] },
    [1000n, 2000n],
  ],
  ['a sale of the authorized amount', { charges: charges(2000n, 2900n) }, [1000n, 4900n]],
  [
    'the full captured amount of an authorized sale',
    { charges: charges(2000n, 2900n), refunded: refunded(2000n) },
    [ALL, 4900n],
  ],
  [
    'two sales of one charge',
    { charges: charges(2000n, 2900n), payments: [sold(4900), sold(1)] },
    [1000n, 2000n],
  ],
  ['nothing captured yet', { charges: charges(0n, 0n) }, [1000n, undefined]],
  ['fully released', { charges: charges(0n, 4900n), refunded: undefined }, [ALL, undefined]],
  [
    'fully released, with the price from a checkout',
    { charges: charges(0n, 4900n), payments: [sold(4900, { amount_cents: 4900, amount_from: 'checkout' })] },
    [ALL, undefined],
  ],
  [
    'fully released, with the invoice paid by another charge',
    {
      charges: charges(0n, 4900n),
      refunded: undefined,
      payments: [sold(4900, { amount_cents: 4900, amount_from: 'invoice' })],
    },
    undefined,
  ],
  [
    'a reversed amount that was restored',
    { charges: charges(4900n), refunded: undefined, payments: [sold(4900, { was_reversed: true })] },
    [0n, 4900n],
  ],
])('%s', (_name, more, expected) => {
  const reversed = computeReversedCapture({
    refunded: refunded(1000n),
    charges: undefined,
    payments: [sold(4900)],
    ...more,
  })
  expect(reversed && [reversed.cents, reversed.charges?.cents]).toEqual(expected)
})
