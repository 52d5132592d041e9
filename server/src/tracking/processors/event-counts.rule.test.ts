import { describe, expect, it } from 'vitest'
import { type SettledEvent, toEventCounts } from './event-counts.rule.ts'
import type { ProcessorChange } from './processor.ts'

const change = (kind: NonNullable<ProcessorChange>['kind'], is_paid = true) =>
  ({ kind, is_paid }) as ProcessorChange
const sold = { kind: 'attributed' } as const
const waiting = { kind: 'unattributed', reason: 'no_customer' } as const
const sale = { event: 'sale', outcome: 'recorded', reason: '' }

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
    [
      'a refund',
      change('refund'),
      { outcome: 'applied', payments: [{ kind: 'known' }] },
      [{ event: 'refund', outcome: 'recorded', reason: 'refund' }],
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
