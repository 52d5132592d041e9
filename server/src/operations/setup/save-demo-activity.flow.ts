import type { Transaction } from 'kysely'
import { type Queries, runIn } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { SaleDecisionCode } from '../../core/enums.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { platformFee } from '../../earnings/commissions/platform-fee.rule.ts'
import {
  commissionAmount,
  isWithinDuration,
  pickPolicy,
} from '../../earnings/commissions/sale-commission.rule.ts'
import { type ClickDetails, saveDimensions } from '../../tracking/clicks/click.sql.ts'
import { collectDimensions, createUserAgentParser } from '../../tracking/clicks/click-dimensions.flow.ts'
import { uuidV7 } from '../../tracking/clicks/click-id.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import type { PolicyRow } from '../../workspace/programs/policies.sql.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { DemoActivity, DemoClick, DemoCustomer, DemoSale } from './demo-activity.rule.ts'
import { insertRows } from './insert-rows.sql.ts'
import { insertTestEvents } from './insert-test-events.sql.ts'

export interface DemoPartnerRow {
  name: string
  code: string
  email: string
  partnerId: number
  linkId: number
}

export interface DemoFacts {
  program: ProgramRow
  policies: PolicyRow[]
  /** In the order the activity refers to them. */
  partners: DemoPartnerRow[]
  activity: DemoActivity
  now: Date
}

/**
 * Saves invented activity as events: clicks, customers with leads, and sales with commissions and fees by the
 * real rules. The caller computes the statistics.
 * @returns the key of the newest customer who hasn't bought yet
 */
export async function saveDemoActivity(
  deps: Deps,
  queries: Transaction<Schema>,
  facts: DemoFacts,
): Promise<string> {
  const demo = { ...facts, uuids: facts.activity.clicks.map(({ at }) => uuidV7(at, deps.ids.bytes(10))) }
  await saveClicks(queries, demo)
  const customerIds = await saveCustomers(deps, queries, demo)
  await saveLeads(queries, demo, customerIds)
  await saveSales(queries, demo, customerIds)
  await saveTestEvents(deps, queries, demo)
  return newestLead(facts)
}

interface Demo extends DemoFacts {
  /** ID of each click. */
  uuids: string[]
}

async function saveClicks(queries: Transaction<Schema>, demo: Demo): Promise<void> {
  const dimensions = collectDimensions(demo.program.id, createUserAgentParser())
  const rows = demo.activity.clicks.map((click, index) => {
    const partner = at(demo.partners, click.partner)
    return {
      program_id: demo.program.id,
      received_at: click.at,
      click_uuid: at(demo.uuids, index),
      is_test: false,
      link_id: partner.linkId,
      partner_id: partner.partnerId,
      session_id: click.session_id,
      ...dimensions.add(sentWith(click, partner.code), click.at),
    }
  })
  await saveDimensions(runIn(queries), demo.program.id, dimensions.rows)
  const types = {
    program_id: 'bigint',
    received_at: 'timestamptz',
    click_uuid: 'uuid',
    is_test: 'boolean',
    link_id: 'bigint',
    partner_id: 'bigint',
    session_id: 'text',
    page_id: 'integer',
    referrer_id: 'integer',
    device_id: 'integer',
    screen_width: 'smallint',
    screen_height: 'smallint',
    viewport_width: 'smallint',
    viewport_height: 'smallint',
  }
  await insertRows(queries, 'click_events', { types, key: 'click_uuid', rows })
}

function sentWith(click: DemoClick, code: string): ClickDetails {
  const { page_url, referrer_url, language, user_agent, session_id, sub_id } = click
  return {
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
}

async function saveCustomers({ config }: Deps, queries: Queries, demo: Demo): Promise<number[]> {
  const salesOf = new Map<number, DemoSale[]>()
  for (const sale of demo.activity.sales) {
    salesOf.set(sale.customer, [...(salesOf.get(sale.customer) ?? []), sale])
  }
  const rows = demo.activity.customers.map((customer, index) => {
    const { customer_key, signed_up_at } = customer
    const click = at(demo.activity.clicks, customer.click)
    const partner = at(demo.partners, click.partner)
    const sales = salesOf.get(index) ?? []
    const firstSaleAt = sales[0]?.at ?? null
    const email_hash =
      customer_key === null ? null : hashEmail(`${customer_key}@mail.example`, config.appSecret)
    return {
      program_id: demo.program.id,
      customer_key,
      email_hash: email_hash === null ? null : `\\x${email_hash.toString('hex')}`,
      status: sales.length > 0 ? 'conversion' : isSettled(customer) ? 'lead' : 'provisional',
      partner_id: partner.partnerId,
      link_id: partner.linkId,
      click_uuid: at(demo.uuids, customer.click),
      clicked_at: click.at,
      signup_at: isSettled(customer) ? signed_up_at : null,
      first_sale_at: firstSaleAt,
      first_purchase_at: firstSaleAt,
      sale_count: sales.length,
      created_at: signed_up_at,
    }
  })
  const types = {
    program_id: 'bigint',
    customer_key: 'text',
    email_hash: 'bytea',
    status: 'text',
    partner_id: 'bigint',
    link_id: 'bigint',
    click_uuid: 'uuid',
    clicked_at: 'timestamptz',
    signup_at: 'timestamptz',
    first_sale_at: 'timestamptz',
    first_purchase_at: 'timestamptz',
    sale_count: 'integer',
    created_at: 'timestamptz',
  }
  return insertRows(queries, 'customers', { types, key: 'click_uuid', rows })
}

async function saveLeads(queries: Queries, demo: Demo, customerIds: number[]): Promise<void> {
  const rows = demo.activity.customers.map((customer, index) => ({
    program_id: demo.program.id,
    is_test: false,
    customer_id: at(customerIds, index),
    state: isSettled(customer) ? 'settled' : 'provisional',
    source: isSettled(customer) ? 'server' : 'browser',
    settled_by: isSettled(customer) ? 'server' : null,
    received_at: customer.signed_up_at,
    settled_at: isSettled(customer) ? customer.signed_up_at : null,
  }))
  const types = {
    program_id: 'bigint',
    is_test: 'boolean',
    customer_id: 'bigint',
    state: 'text',
    source: 'text',
    settled_by: 'text',
    received_at: 'timestamptz',
    settled_at: 'timestamptz',
  }
  await insertRows(queries, 'lead_events', { types, key: 'customer_id', rows })
}

async function saveSales(queries: Queries, demo: Demo, customerIds: number[]): Promise<void> {
  const { sales } = demo.activity
  const decisions = decideDemoSales(demo)
  const rows = sales.map((sale, index) => {
    const customer = at(demo.activity.customers, sale.customer)
    const { code, policy } = at(decisions, index)
    return {
      decision_code: code,
      policy_id: policy?.id ?? null,
      program_id: demo.program.id,
      is_test: false,
      transaction_id: sale.transaction_id,
      amount_cents: sale.amount_cents,
      currency: sale.currency,
      sale_type: 'subscription',
      is_recurring: sale.is_recurring,
      subscription_id: `sub_${customer.customer_key}`,
      subscription_interval: sale.interval,
      product_id: sale.product_id,
      provider: 'stripe',
      customer_id: at(customerIds, sale.customer),
      partner_id: partnerOf(demo, customer),
      attributed_by: 'customer_key',
      click_uuid: at(demo.uuids, customer.click),
      clicked_at: at(demo.activity.clicks, customer.click).at,
      status: sale.is_refunded ? 'refunded' : 'paid',
      refunded_cents: sale.is_refunded ? sale.amount_cents : 0,
      received_at: sale.at,
      reported_at: sale.at,
    }
  })
  const types = {
    program_id: 'bigint',
    is_test: 'boolean',
    transaction_id: 'text',
    amount_cents: 'bigint',
    currency: 'text',
    decision_code: 'text',
    policy_id: 'bigint',
    sale_type: 'text',
    is_recurring: 'boolean',
    subscription_id: 'text',
    subscription_interval: 'text',
    product_id: 'text',
    provider: 'text',
    customer_id: 'bigint',
    partner_id: 'bigint',
    attributed_by: 'text',
    click_uuid: 'uuid',
    clicked_at: 'timestamptz',
    status: 'text',
    refunded_cents: 'bigint',
    received_at: 'timestamptz',
    reported_at: 'timestamptz',
  }
  const saleIds = await insertRows(queries, 'sale_events', { types, key: 'transaction_id', rows })
  await saveRefunds(queries, demo, saleIds)
  await saveCommissions(queries, demo, { customerIds, saleIds, decisions })
  await saveFees(queries, demo, saleIds)
}

interface DemoDecision {
  code: SaleDecisionCode
  policy: CommissionPolicy | undefined
}

/** Commissions and fees, in the order of the sales. */
function decideDemoSales({ activity, policies, program }: Demo): DemoDecision[] {
  const firstSaleOf = new Map<number, Date>()
  return activity.sales.map((sale) => {
    const firstSaleAt = firstSaleOf.get(sale.customer) ?? null
    if (firstSaleAt === null) firstSaleOf.set(sale.customer, sale.at)
    const policy = pickPolicy(policies, { ...sale, group_id: null })
    if (policy === undefined) return { code: 'no_policy', policy }
    const when = { first_sale_at: firstSaleAt, received_at: sale.at, time_zone: program.time_zone }
    return { code: isWithinDuration(policy, when) ? 'with_commission' : 'policy_ended', policy }
  })
}

/** Demo sales are refunded in full. */
async function saveRefunds(queries: Queries, demo: Demo, saleIds: number[]): Promise<void> {
  const rows = demo.activity.sales.flatMap((sale, index) => {
    if (!sale.is_refunded) return []
    return {
      program_id: demo.program.id,
      is_test: false,
      sale_id: at(saleIds, index),
      kind: 'refund',
      refund_id: `re_${sale.transaction_id}`,
      amount_cents: sale.amount_cents,
      reason: 'requested_by_customer',
      source: 'merchant',
      received_at: sale.at,
    }
  })
  const types = {
    program_id: 'bigint',
    is_test: 'boolean',
    sale_id: 'bigint',
    kind: 'text',
    refund_id: 'text',
    amount_cents: 'bigint',
    reason: 'text',
    source: 'text',
    received_at: 'timestamptz',
  }
  await insertRows(queries, 'refund_events', { types, key: 'refund_id', rows })
}

async function saveCommissions(
  queries: Queries,
  demo: Demo,
  {
    customerIds,
    saleIds,
    decisions,
  }: { customerIds: number[]; saleIds: number[]; decisions: readonly DemoDecision[] },
): Promise<void> {
  const rows = demo.activity.sales.flatMap((sale, index) => {
    const { code, policy } = at(decisions, index)
    if (policy === undefined || code !== 'with_commission') return []
    const hold_until = new Date(
      sale.at.getTime() + (policy.hold_days ?? demo.program.hold_period_days) * DAY_MS,
    )
    const amount_cents = commissionAmount(policy, { ...sale, tax_amount_cents: null })
    const status = sale.is_refunded ? 'reversed' : hold_until <= demo.now ? 'approved' : 'pending'
    return {
      program_id: demo.program.id,
      kind: 'sale',
      sale_id: at(saleIds, index),
      customer_id: at(customerIds, sale.customer),
      partner_id: partnerOf(demo, at(demo.activity.customers, sale.customer)),
      policy_id: policy.id,
      amount_cents,
      reversed_cents: sale.is_refunded ? amount_cents : 0,
      currency: sale.currency,
      status,
      hold_until,
      approved_at: status === 'approved' ? hold_until : null,
      created_at: sale.at,
    }
  })
  const types = {
    program_id: 'bigint',
    kind: 'text',
    sale_id: 'bigint',
    customer_id: 'bigint',
    partner_id: 'bigint',
    policy_id: 'bigint',
    amount_cents: 'bigint',
    reversed_cents: 'bigint',
    currency: 'text',
    status: 'text',
    hold_until: 'timestamptz',
    approved_at: 'timestamptz',
    created_at: 'timestamptz',
  }
  const commissionIds = await insertRows(queries, 'commissions', { types, key: 'sale_id', rows })
  const changes = rows.flatMap((commission, index) => {
    if (commission.status === 'pending') return []
    return {
      program_id: demo.program.id,
      commission_id: at(commissionIds, index),
      from_status: 'pending',
      to_status: commission.status,
      from_amount_cents: commission.amount_cents,
      to_amount_cents: commission.amount_cents - commission.reversed_cents,
      actor: commission.status === 'approved' ? 'system' : 'merchant',
      reason: commission.status === 'approved' ? 'hold ended' : 'requested_by_customer',
      changed_at: commission.approved_at ?? commission.created_at,
    }
  })
  await insertRows(queries, 'commission_changes', {
    types: CHANGE_TYPES,
    key: 'commission_id',
    rows: changes,
  })
}

const CHANGE_TYPES = {
  program_id: 'bigint',
  commission_id: 'bigint',
  from_status: 'text',
  to_status: 'text',
  from_amount_cents: 'bigint',
  to_amount_cents: 'bigint',
  actor: 'text',
  reason: 'text',
  changed_at: 'timestamptz',
}

async function saveFees(queries: Queries, demo: Demo, saleIds: number[]): Promise<void> {
  const rate_bps = demo.program.platform_fee_bps
  const rows = demo.activity.sales.map((sale, index) => {
    const amount_cents = platformFee(sale.amount_cents, rate_bps)
    return {
      program_id: demo.program.id,
      sale_id: at(saleIds, index),
      rate_bps,
      amount_cents,
      reversed_cents: sale.is_refunded ? amount_cents : 0,
      currency: sale.currency,
      created_at: sale.at,
    }
  })
  const types = {
    program_id: 'bigint',
    sale_id: 'bigint',
    rate_bps: 'integer',
    amount_cents: 'bigint',
    reversed_cents: 'bigint',
    currency: 'text',
    created_at: 'timestamptz',
  }
  await insertRows(queries, 'platform_fees', { types, key: 'sale_id', rows })
}

/** Adds one test click and one test lead, as if the integration had been tested. */
async function saveTestEvents({ ids }: Deps, queries: Queries, { program, partners }: Demo): Promise<void> {
  const { linkId, partnerId } = at(partners, 0)
  const received_at = program.created_at
  const click = {
    program_id: program.id,
    received_at,
    click_uuid: uuidV7(received_at, ids.bytes(10)),
    is_test: true,
    link_id: linkId,
    partner_id: partnerId,
  }
  const lead = { state: 'settled', source: 'server', settled_by: 'server', settled_at: received_at } as const
  await insertTestEvents(queries, click, { ...lead, program_id: program.id, is_test: true, received_at })
}

function newestLead({ activity, program }: DemoFacts): string {
  const buyers = new Set(activity.sales.map(({ customer }) => customer))
  const waiting = activity.customers.filter((customer, index) => isSettled(customer) && !buyers.has(index))
  const key = waiting.at(-1)?.customer_key
  if (key === undefined || key === null) throw new Error(`the demo program ${program.id} got no lead`)
  return key
}

function isSettled(customer: DemoCustomer): boolean {
  return customer.customer_key !== null
}

function partnerOf({ partners, activity }: Demo, customer: DemoCustomer): number {
  return at(partners, at(activity.clicks, customer.click).partner).partnerId
}

/** @throws {Error} if the activity refers to an index that doesn't exist */
function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`the demo has no part ${index}`)
  return item
}
