import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '../../core/money/currency.ts'
import { csvLine } from '../../core/text/csv.rule.ts'
import { paypalFile, stripFormula, wiseFile } from './payment-csv.rule.ts'
import type { FilePayout } from './payment-file.ts'

function payout(id: number, currency: Currency, amount_cents: string, name = 'Ann'): FilePayout {
  return {
    id,
    currency,
    amount_cents,
    details: {
      account: { method: 'paypal', email: `ann+${id}@pay.test` },
      payee_kind: 'person',
      legal_name: name,
      address: 'Street 1',
      city: 'Town',
      postal_code: '1',
      country: 'NL',
      tax_id: null,
    },
  }
}

function runToEnd(steps: Generator<void, string>): string {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('paypalFile', () => {
  it('writes exactly the recipient, amount, currency, ID and note on each line', () => {
    expect(runToEnd(paypalFile([payout(1, 'USD', '1005'), payout(2, 'USD', '123456789')]))).toBe(
      'ann+1@pay.test,10.05,USD,payout-1,Payout 1\r\nann+2@pay.test,1234567.89,USD,payout-2,Payout 2\r\n',
    )
  })

  it('writes whole units for currencies in which PayPal doesn’t accept decimals', () => {
    expect(runToEnd(paypalFile([payout(1, 'HUF', '120000'), payout(2, 'JPY', '1200')]))).toBe(
      'ann+1@pay.test,1200,HUF,payout-1,Payout 1\r\nann+2@pay.test,1200,JPY,payout-2,Payout 2\r\n',
    )
  })
})

describe('wiseFile', () => {
  it('has the template’s columns and the exact amount', () => {
    const company = payout(2, 'EUR', '5', 'Söhne, "A" GmbH')
    company.details.payee_kind = 'company'
    expect(runToEnd(wiseFile([payout(1, 'EUR', '1005'), company]))).toBe(
      'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency\r\n' +
        'Ann,ann+1@pay.test,P1,PERSON,target,10.05,EUR,EUR\r\n' +
        '"Söhne, ""A"" GmbH",ann+2@pay.test,P2,INSTITUTION,target,0.05,EUR,EUR\r\n',
    )
  })
})

describe('stripFormula', () => {
  it.each([
    ['Ann', 'Ann'],
    ['=1+1', '1+1'],
    [' - @Ann', 'Ann'],
    ['＝cmd', 'cmd'],
    ['a;=1', 'a =1'],
    ["O'Neil-Smith", "O'Neil-Smith"],
  ])('converts %s to %s', (name, expected) => expect(stripFormula(name)).toBe(expected))

  it('returns nothing that a spreadsheet would execute, for any name', () => {
    const name = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', ' ', ';', '\t', '\n', 'a', "'", '＝', '"', ','),
    })
    fc.assert(
      fc.property(name, (text) => {
        const stripped = stripFormula(text)
        const quoted = /[",\r\n]/.test(stripped) ? `"${stripped.replaceAll('"', '""')}"` : stripped
        expect(csvLine([stripped])).toBe(`${quoted}\r\n`)
      }),
    )
  })
})
