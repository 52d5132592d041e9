import type { Deps } from '../../core/deps.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { createClickRecorder, recordTestClick } from '../../tracking/clicks/record-click.flow.ts'
import { recordTestLead, settleLead } from '../../tracking/leads/settle-lead.flow.ts'
import { salePayments } from '../../tracking/processors/claim-payment.flow.ts'
import { recordRefund } from '../../tracking/refunds/apply-refund.flow.ts'
import { recordSaleIndividually, recordSales } from '../../tracking/sales/record-sale.flow.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { DemoActivity, DemoClick, DemoSale } from './demo-activity.rule.ts'

/** Number of clicks and sales that one statement records. */
const ROWS_PER_BATCH = 500

interface DemoContext {
  program: ProgramRow
  /** The partners' link codes, in the order in which the activity refers to them. */
  codes: readonly string[]
  activity: DemoActivity
}

/**
 * Records generated activity with the same flows as real requests, as if each request had been received at its time.
 * @returns the key of the newest customer who hasn't bought anything yet
 */
export async function saveDemoActivity(deps: Deps, demo: DemoContext): Promise<string> {
  const { program, activity } = demo
  await recordTestEvents(deps, demo)
  const clickIds = await recordClicks(deps, demo)
  for (const customer of activity.customers) {
    const { click, customer_key: key, signed_up_at } = customer
    const source = key === null ? ('browser' as const) : ('server' as const)
    const lead = {
      click_id: clickIds[click],
      customer_key: key ?? undefined,
      email: key === null ? undefined : `${key}@mail.example`,
      details: { ...NO_DETAILS, source },
    }
    expectKind(await settleLead(deps, program.id, lead, signed_up_at), 'recorded')
  }
  await recordDemoSales(deps, demo)
  return newestLead(demo)
}

const NO_DETAILS = { session_id: undefined, page_url: undefined, additional_data: undefined }

const TEST_LEAD = {
  click_id: undefined,
  customer_key: undefined,
  details: { ...NO_DETAILS, source: 'server' },
} as const

/** Records one test click and one test lead, as if the integration had been tested. */
async function recordTestEvents(deps: Deps, { program, activity }: DemoContext): Promise<void> {
  const [click] = activity.clicks
  if (click === undefined) return
  await recordTestClick(deps, program.id, clickRequest(click, 'test').details, program.created_at)
  await recordTestLead(deps, program.id, TEST_LEAD, program.created_at)
}

async function recordClicks(deps: Deps, { codes, activity }: DemoContext): Promise<string[]> {
  const record = createClickRecorder(deps)
  const ids: string[] = []
  for (const clicks of batches(activity.clicks)) {
    const requests = clicks.map((click) => clickRequest(click, codes[click.partner] ?? ''))
    for (const outcome of await record(requests)) ids.push(expectKind(outcome, 'counted').click_id)
  }
  return ids
}

function clickRequest(click: DemoClick, code: string) {
  const { at: received_at, page_url, referrer_url, language, user_agent, session_id, sub_id } = click
  const details = {
    affiliate_url: `${page_url}?aff=${code}${sub_id === null ? '' : `&sub=${sub_id}`}`,
    page_url,
    page_title: undefined,
    referrer_url,
    session_id,
    user_agent,
    screen_resolution: undefined,
    viewport_size: undefined,
    language,
    timezone: undefined,
    additional_data: undefined,
  }
  const unsent = { program_id: undefined, existing_click_id: undefined }
  return { ...unsent, codes: [code], is_bot: false, received_at, details }
}

const REFUND_DELAY_MS = 26 * HOUR_MS

/** Records the sales. Some are fully refunded a day later. */
async function recordDemoSales(deps: Deps, { program, activity }: DemoContext): Promise<void> {
  const flow = { ...deps, payments: salePayments(deps) }
  const sales = activity.sales.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const batch of batches(sales)) {
    const calls = batch.map((sale) => ({ request: saleRequest(sale), receivedAt: sale.at }))
    const outcomes = await recordSales(flow, program.id, calls)
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index]
      expectKind(
        outcome?.kind === 'undecided' ? await recordSaleIndividually(flow, call, outcome) : outcome,
        'recorded',
      )
    }
  }
  for (const { transaction_id: transactionId, at } of sales.filter((sale) => sale.is_refunded)) {
    const receivedAt = new Date(Math.min(at.getTime() + REFUND_DELAY_MS, deps.clock.now().getTime()))
    const reason = 'requested_by_customer'
    const report = {
      kind: 'refund',
      amountIs: 'total_of_all',
      amountCents: undefined,
      reason,
      source: 'merchant',
    } as const
    expectKind(
      await recordRefund(deps, program, { transactionId, isTest: false, report, receivedAt }),
      'applied',
    )
  }
}

function saleRequest(sale: DemoSale) {
  const { customer_key, transaction_id, amount_cents, currency, product_id, is_recurring, interval } = sale
  return {
    transaction_id,
    amount_cents,
    currency,
    customer_key,
    product_id,
    is_recurring,
    sale_type: 'subscription' as const,
    subscription_id: `sub_${customer_key}`,
    subscription_interval: interval,
    provider: 'stripe' as const,
    click_id: undefined,
    tax_amount_cents: undefined,
    occurred_at: undefined,
    provider_payment_id: undefined,
    additional_data: undefined,
    coupon_code: sale.coupon_code,
  }
}

function newestLead({ activity, program }: DemoContext): string {
  const buyers = new Set(activity.sales.map(({ customer_key }) => customer_key))
  const keys = activity.customers.map(({ customer_key }) => customer_key)
  const key = keys.findLast((one) => one !== null && !buyers.has(one))
  if (key == null) throw new Error(`the demo program ${program.id} got no lead`)
  return key
}

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_BATCH)
    yield items.slice(from, from + ROWS_PER_BATCH)
}

/**
 * Requires an outcome.
 * @throws {Error} if a generated request had another one
 */
function expectKind<Outcome extends { kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome | undefined,
  kind: Kind,
): Extract<Outcome, { kind: Kind }> {
  if (outcome?.kind !== kind) throw new Error(`a demo request resulted in ${outcome?.kind}`)
  return outcome as Extract<Outcome, { kind: Kind }> // safe because its kind was just compared
}
