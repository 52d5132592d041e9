import { decideSale, type SaleDecision } from './decide-sale.rule.ts'
import type { AttributableCustomer, LiveSaleRequest, SaleFacts, SaleToSave } from './sale.ts'

/** A sale call with the facts that were loaded for it. */
export interface LoadedSaleCall {
  facts: SaleFacts
  request: LiveSaleRequest
  receivedAt: Date
}

export type BatchDecision =
  | SaleDecision
  /** It has the transaction_id of an earlier sale of the batch, which is to be saved: that sale's place. */
  | { kind: 'repeats'; place: number }
  /** Its transaction_id names a payment that the processor told of: both are taken along in one transaction. */
  | { kind: 'has_payment' }

/**
 * Decides sales whose facts were loaded together, in their order, as if each had been saved before the next was loaded:
 * the second sale of a customer is decided on the customer after the first, and a transaction_id is taken once.
 * @returns one decision per sale, in their order
 */
export function decideSales(calls: readonly LoadedSaleCall[]): BatchDecision[] {
  const customers = new Map<number, AttributableCustomer>()
  const taken = new Map<string, number>()
  return calls.map(({ facts, request, receivedAt }, place) => {
    if (facts.payment_id !== undefined) return { kind: 'has_payment' }
    const earlier = taken.get(request.transaction_id)
    if (earlier !== undefined) return { kind: 'repeats', place: earlier }
    const customer = (facts.customer && customers.get(facts.customer.id)) ?? facts.customer
    const decision = decideSale({ ...facts, customer }, request, receivedAt)
    if (decision.kind === 'save') {
      taken.set(request.transaction_id, place)
      customers.set(decision.customer.id, customerAfter(decision))
    }
    return decision
  })
}

/** The customer as saving the sale leaves it. */
function customerAfter({ customer, receivedAt, reportedAt }: SaleToSave): AttributableCustomer {
  return {
    ...customer,
    status: 'conversion',
    sale_count: customer.sale_count + 1,
    first_sale_at: customer.first_sale_at ?? receivedAt,
    first_purchase_at: customer.first_purchase_at ?? reportedAt,
  }
}
