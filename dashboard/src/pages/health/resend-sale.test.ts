import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { resendSaleCurl } from './resend-sale.ts'

const SALE = {
  transactionId: 'order-1',
  customerKey: 'cus-1',
  clickId: null,
  amount: '4900',
  currency: 'EUR',
  couponCode: 'ADA10',
}

/** Returns the body that a shell passes to curl. */
const parseCurlBody = (command: string) =>
  JSON.parse(
    execFileSync('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }; ${command}`]).toString(),
  )

test('sends the stored values', () => {
  expect(parseCurlBody(resendSaleCurl('https://a.test', SALE))).toEqual({
    transaction_id: 'order-1',
    amount_cents: 4900,
    currency: 'EUR',
    customer_key: 'cus-1',
    coupon_code: 'ADA10',
  })
})

test.each(['"4900"', '49.5', '-1', null])('asks for the amount instead of %j', (amount) => {
  const body = parseCurlBody(resendSaleCurl('https://a.test', { ...SALE, amount }))
  expect(body.amount_cents).toBe('THE_AMOUNT_IN_MINOR_UNITS')
})

test('escapes quotes, so that no value runs as a command', () => {
  const transactionId = `it's $(touch /tmp/x) \`id\` "\\n"`
  expect(parseCurlBody(resendSaleCurl('https://a.test', { ...SALE, transactionId })).transaction_id).toBe(
    transactionId,
  )
})
