import { describe, expect, it } from 'vitest'
import { type SettledEvent, toEventCounts } from './event-counts.rule.ts'
import type { ProcessorChange } from './processor.ts'

const change = (kind: NonNullable<ProcessorChange>['kind'], is_paid = true) =>
  ({ kind, is_paid }) as ProcessorChange
const withRefund = { kind: 'payment', is_paid: true, refunded: { kind: 'refund' } } as ProcessorChange
const sold = { kind: 'attributed' } as const
const waiting = { kind: 'unattributed', reason: 'no_customer' } as const
const sale = { event: 'sale', outcome: 'recorded', reason: '' }
const refund = { event: 'refund', outcome: 'recorded', reason: 'refund' }

describe('countsOfEvent', () => {
  it.each<[string, ProcessorChange | undefined, SettledEvent, object[]]>([
    ['a payment that is a sale', change('payment'), { outcome: 'attributed', payments: [sold] }, [sale]],
    [
      'a checkout whose money hasn’t arrived',
      change('payment', false),
      { outcome: 'announced', payments: [{ kind: 'known' }] },
      [],
    ],
    [
      'a checkout whose money has already arrived',
      change('payment', false),
      { outcome: 'announced', payments: [sold] },
      [sale],
    ],
    [
      'a payment without a known customer',
      change('payment'),
      { outcome: 'unattributed', payments: [waiting] },
      [{ event: 'sale', outcome: 'not_counted', reason: 'no_customer' }],
    ],
    [
      'a payment that is already recorded',
      change('payment'),
      { outcome: 'known', payments: [{ kind: 'known' }] },
      [{ event: 'sale', outcome: 'not_counted', reason: 'known' }],
    ],
    [
      'a payment that is sent again',
      change('payment'),
      { outcome: 'seen', payments: [] },
      [{ event: 'sale', outcome: 'not_counted', reason: 'seen' }],
    ],
    [
      'a payment in test mode',
      change('payment'),
      { outcome: 'test_sale', payments: [] },
      [{ event: 'sale', outcome: 'test', reason: '' }],
    ],
    ['a refund', change('refund'), { outcome: 'applied', payments: [{ kind: 'known' }] }, [refund]],
    [
      'a payment that is already refunded',
      withRefund,
      { outcome: 'attributed', payments: [sold, { kind: 'known' }], refundOutcome: 'applied' },
      [sale, refund],
    ],
    [
      'a refund of a known payment that is reported again with it',
      withRefund,
      { outcome: 'applied', payments: [{ kind: 'known' }, { kind: 'known' }], refundOutcome: 'applied' },
      [refund],
    ],
    [
      'a refunded payment without a known customer',
      withRefund,
      { outcome: 'unattributed', payments: [waiting, waiting], refundOutcome: 'waiting' },
      [
        { event: 'sale', outcome: 'not_counted', reason: 'no_customer' },
        { event: 'refund', outcome: 'not_counted', reason: 'waiting' },
      ],
    ],
    [
      'a payment whose refund is unreadable',
      withRefund,
      { outcome: 'attributed', payments: [sold], refundOutcome: 'kept' },
      [sale, { event: 'refund', outcome: 'not_counted', reason: 'kept' }],
    ],
    [
      'a refunded payment that is sent again',
      withRefund,
      { outcome: 'seen', payments: [] },
      [
        { event: 'sale', outcome: 'not_counted', reason: 'seen' },
        { event: 'refund', outcome: 'not_counted', reason: 'seen' },
      ],
    ],
    [
      'a refunded payment in test mode',
      withRefund,
      { outcome: 'test_sale', payments: [] },
      [{ event: 'sale', outcome: 'test', reason: '' }],
    ],
    [
      'a dispute before its sale',
      change('dispute'),
      { outcome: 'waiting', payments: [{ kind: 'known' }] },
      [{ event: 'refund', outcome: 'not_counted', reason: 'waiting' }],
    ],
    [
      'a processor_customer event that identifies the buyer of two of three payments',
      change('introduced'),
      { outcome: 'introduced', payments: [sold, waiting, sold] },
      [sale, sale],
    ],
    ['a link to a sale', change('linked'), { outcome: 'linked', payments: [sold] }, [sale]],
    [
      'an object that is neither a payment nor a refund',
      change('disconnected'),
      { outcome: 'disconnected', payments: [] },
      [],
    ],
    ['an unknown object', undefined, { outcome: 'ignored', payments: [] }, []],
  ])('%s', (_name, event, settled, counts) => expect(toEventCounts(event, settled)).toEqual(counts))
})
