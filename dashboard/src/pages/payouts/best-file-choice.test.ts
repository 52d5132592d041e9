import { expect, test } from 'vitest'
import { bestFileChoice, type FileChoice } from './best-file-choice.ts'

const CHOICES: FileChoice[] = [
  { currency: 'USD', format: 'paypal', payouts: 0 },
  { currency: 'USD', format: 'wise', payouts: 1 },
  { currency: 'EUR', format: 'sepa', payouts: 0 },
  { currency: 'EUR', format: 'paypal', payouts: 3 },
  { currency: 'EUR', format: 'wise', payouts: 2 },
]

test.each<[string, Parameters<typeof bestFileChoice>[1], Partial<FileChoice>]>([
  [
    'starts with the currency and format that include the most payouts',
    {},
    { currency: 'EUR', format: 'paypal' },
  ],
  ['keeps a chosen format', { currency: 'EUR', format: 'sepa' }, { currency: 'EUR', format: 'sepa' }],
  ['selects the best format for a chosen currency', { currency: 'USD' }, { currency: 'USD', format: 'wise' }],
])('%s', (_label, chosen, choice) => {
  expect(bestFileChoice(CHOICES, chosen)).toMatchObject(choice)
})

test('starts with the first choice if no file can include a payout', () => {
  const none = CHOICES.map((choice) => ({ ...choice, payouts: 0 }))
  expect(bestFileChoice(none, {})).toMatchObject({ currency: 'USD', format: 'paypal' })
})
