import { expect, test } from 'vitest'
import { FieldErrors } from '../../ui/use-form.ts'
import { readMoney } from './program-form.ts'

function readPerLead(amount: string, currency = 'USD') {
  const form = new FormData()
  const typed = {
    holdPeriodDays: '30',
    platformFee: '3',
    commissionApproval: 'automatic',
    commissionBase: 'amount',
    perLeadAmount: amount,
    perLeadCurrency: currency,
  }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  const read = readMoney(form)
  return read instanceof FieldErrors ? read.errors.perLeadCommission : read.perLeadCommission
}

test.each([
  ['nothing', '', null],
  ['a cent', '0.01', { amountCents: 1, currency: 'USD' }],
  ['zero', '0', 'Enter an amount greater than 0, or leave it blank to pay no commission for signups.'],
  [
    'zero with decimals',
    '0.00',
    'Enter an amount greater than 0, or leave it blank to pay no commission for signups.',
  ],
  ['three decimals', '0.001', expect.stringContaining('up to two decimal places')],
])('parses a commission per lead of %s', (_name, amount, expected) => {
  expect(readPerLead(amount)).toEqual(expected)
})
