import { expect, test } from 'vitest'
import { DECIMALS } from '../../server/src/core/money/currency.ts'
import { supportsCurrency } from '../../server/src/earnings/payment-files/payment-file.rule.ts'
import { PAYMENT_FILES, paymentFormats } from '../src/pages/payouts/payment-file-labels.ts'

test('offers the payment files that the service creates in each currency', () => {
  const formats = PAYMENT_FILES.map(({ format }) => format)
  for (const currency of Object.keys(DECIMALS) as (keyof typeof DECIMALS)[]) {
    const created = formats.filter((format) => supportsCurrency(format, currency))
    expect(paymentFormats(currency).map(({ format }) => format)).toEqual(created)
  }
})
