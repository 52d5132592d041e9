import type { Deps } from '../../core/deps.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { createTestLink, SYNTHETIC_EVENT, type TestLink } from '../clicks/test-link.flow.ts'
import { recordTestLead } from '../leads/settle-lead.flow.ts'
import { recordRefund } from '../refunds/apply-refund.flow.ts'
import { saleLimits } from '../sales/limits.ts'
import { recordTestSale } from '../sales/record-sale.flow.ts'
import { checkSaleRequest } from '../sales/sale-request.rule.ts'

export interface SyntheticEvent {
  type: 'click' | 'lead' | 'sale' | 'refund'
  event_id: number
}

const AMOUNT_CENTS = 4900

/**
 * Runs a click, a server lead, a sale and its refund through the flows of the tracking endpoints in test mode. They
 * show that the service accepts and stores such events, but not that the merchant's integration works. To test that,
 * the merchant opens the returned test link.
 * @param deps with the real clock
 * @param times when the request was received, by the real clock and by the program's clock
 */
export async function createSyntheticEvents(
  deps: Deps,
  program: ProgramRow,
  { receivedAt, at }: { receivedAt: Date; at: Date },
): Promise<{ link: TestLink; events: SyntheticEvent[] }> {
  const link = await createTestLink(deps, program, receivedAt)
  const run = deps.ids.uuid()
  const customer_key = `synthetic-${run}`
  const details = { source: 'server', session_id: undefined, page_url: undefined } as const
  const lead = await recordTestLead(
    deps,
    program.id,
    {
      click_id: link.click_id,
      customer_key,
      details: { ...details, additional_data: { ...SYNTHETIC_EVENT } },
    },
    receivedAt,
  )
  const transaction_id = `synthetic-${run}`
  const fields = {
    transaction_id,
    amount_cents: AMOUNT_CENTS,
    customer_key,
    additional_data: { ...SYNTHETIC_EVENT },
  }
  const checked = checkSaleRequest(
    fields,
    { isTest: true, receivedAt },
    { ...saleLimits, currencies: deps.config.currencies },
  )
  if (checked.kind !== 'valid') throw new Error(`a check’s sale is invalid: ${checked.kind}`)
  const sale = await recordTestSale(deps, program.id, { request: checked.request, receivedAt: at })
  if (sale.kind !== 'recorded') throw new Error('a check’s sale is a duplicate')
  const refund = await recordRefund(deps, program, {
    transactionId: transaction_id,
    isTest: true,
    report: {
      kind: 'refund',
      amountCents: undefined,
      amountIs: 'total_of_all',
      reason: undefined,
      source: 'merchant',
    },
    receivedAt,
  })
  if (lead === undefined || refund.kind !== 'applied') throw new Error(`a check’s refund is ${refund.kind}`)
  return {
    link,
    events: [
      { type: 'click', event_id: link.event_id },
      { type: 'lead', event_id: lead },
      { type: 'sale', event_id: sale.event_id },
      { type: 'refund', event_id: refund.event_id ?? refund.sale_id },
    ],
  }
}
