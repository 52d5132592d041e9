import { describe, expect, it } from 'vitest'
import type { Run } from '../../core/database/database.ts'
import type { Call } from '../../core/database/statement.ts'
import { saveTestSale } from './sale.sql.ts'
import type { SaleRequest } from './sale-request.rule.ts'

const REQUEST: SaleRequest = {
  transaction_id: 'order-1',
  amount_cents: 4900,
  currency: 'USD',
  tax_amount_cents: undefined,
  customer_key: 'ann',
  click_id: undefined,
  sale_type: 'payment',
  additional_data: undefined,
  is_recurring: false,
  subscription_id: undefined,
  subscription_interval: undefined,
  product_id: undefined,
  occurred_at: undefined,
  provider: undefined,
  provider_payment_id: undefined,
}

describe('a sale’s row', () => {
  it('contains only its columns, and never the email of a reported payment (D25)', async () => {
    const statements: Call[] = []
    const run: Run = async (statement) => {
      statements.push(statement)
      return []
    }
    const reportedRequest = { ...REQUEST, email: 'bea@buyers.test' }
    await saveTestSale(run, 1, {
      transactionId: 'order-1',
      request: reportedRequest,
      receivedAt: new Date(0),
      facts: { click: 'none', is_customer: false },
    })
    const sentText = JSON.stringify(statements)
    expect(sentText).toContain('order-1')
    expect(sentText).not.toContain('bea@buyers.test')
    expect(sentText).not.toContain('customer_key')
  })
})
