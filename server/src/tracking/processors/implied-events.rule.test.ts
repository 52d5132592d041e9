import { describe, expect, it } from 'vitest'
import type { MissingEventSign } from './event-symptom.ts'
import {
  IMPLIED_EVENTS,
  IMPLIED_TYPES,
  listSignsToCount,
  missingEventTypes,
  missingPaymentTypes,
} from './implied-events.rule.ts'

const received = (...types: string[]) => new Set(types)
const findMissingTypes = (counts: Partial<Record<MissingEventSign, number>>, ...types: string[]) =>
  missingEventTypes(received(...types), new Map(Object.entries(counts) as [MissingEventSign, number][])).map(
    ({ type }) => type,
  )

describe('missingEventTypes', () => {
  it.each(Object.entries(IMPLIED_EVENTS))('%s implies event types that never arrived', (sign, { types }) => {
    expect(findMissingTypes({ [sign]: 1 })).toEqual(types)
    expect(findMissingTypes({ [sign]: 0 })).toEqual([])
  })

  it('counts only conclusive signs for types that did arrive', () => {
    expect(findMissingTypes({ invoice_without_payment: 1 }, 'invoice_payment.paid')).toEqual([])
    expect(findMissingTypes({ held_without_payment: 1 }, 'invoice_payment.paid')).toEqual([
      'invoice_payment.paid',
    ])
    expect(findMissingTypes({ refund_of_unknown_payment: 1 }, 'checkout.session.completed')).toEqual([
      'payment_intent.succeeded',
    ])
  })

  it('lists a type once, with all of its signs', () => {
    const counts = new Map([
      ['invoice_without_payment', 3],
      ['refund_of_unlinked_invoice', 1],
    ] as const)
    expect(missingEventTypes(received(), counts)).toEqual([
      {
        type: 'invoice_payment.paid',
        wasReceived: false,
        signs: [
          { sign: 'invoice_without_payment', count: 3 },
          { sign: 'refund_of_unlinked_invoice', count: 1 },
        ],
      },
    ])
  })
})

describe('signsToCount', () => {
  it('counts only conclusive signs once every type has arrived', () => {
    expect(listSignsToCount(received(...IMPLIED_TYPES), { reportsSales: true })).toEqual([
      'held_without_payment',
    ])
  })

  it('omits payments that the processor doesn’t report if the merchant’s server reports the sales', () => {
    const signs = listSignsToCount(received(), { reportsSales: false })
    expect(signs).not.toContain('refund_of_unknown_payment')
    expect(signs).toContain('invoice_without_payment')
  })
})

describe('missingPaymentTypes', () => {
  const types = ['CAPTURE', 'SALE']

  it('lists every type that reports payments if a refund has no payment and none ever arrived', () => {
    expect(missingPaymentTypes(types, received('REFUND'), 2)).toEqual(
      types.map((type) => ({
        type,
        wasReceived: false,
        signs: [{ sign: 'refund_of_unknown_payment', count: 2 }],
      })),
    )
  })

  it('lists none once any payment has arrived, because a shop may have only one kind', () => {
    expect(missingPaymentTypes(types, received('SALE'), 2)).toEqual([])
    expect(missingPaymentTypes(types, received(), 0)).toEqual([])
  })
})
