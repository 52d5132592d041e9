import type { Run } from '../../core/database/database.ts'
import { NO_LINK } from '../../core/database/stat-delta.ts'
import { statement } from '../../core/database/statement.ts'
import type { AttributionSource, CustomerStatus, PartnerStatus } from '../../core/enums.ts'
import type { Pseudonymizer } from '../../core/privacy/pseudonym.ts'
import { deltaRows } from '../../statistics/daily-stats.sql.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import type { ClickId } from '../clicks/click-id.rule.ts'
import type { TestInfo } from '../leads/test-info.ts'
import type { SaleData, SaleToSave } from './decide-sale.rule.ts'
import type { SaleRequest } from './sale-request.rule.ts'

interface SaleDataRow {
  place: number
  id: number
  time_zone: string
  attribution_window_days: number
  hold_period_days: number
  platform_fee_bps: number
  sandbox: boolean
  clock_ahead_ms: number
  recorded_sale_id: number | null
  payment_id: number | null
  namesake_payment_id: number | null
  named_payment_id: number | null
  named_sale_id: number | null
  is_named_reported: boolean
  customer_id: number | null
  customer_status: CustomerStatus
  partner_id: number
  link_id: number | null
  partner_status: PartnerStatus | null
  group_id: number | null
  click_uuid: string
  clicked_at: Date
  first_sale_at: Date | null
  first_purchase_at: Date | null
  sale_count: number
  attribution_source: AttributionSource
  continued_by: number | null
  policies: CommissionPolicy[] | null
}

/** A sale request's lookup values. Omitted values match nothing. */
export interface SaleLookup {
  isTest: boolean
  /** The pseudonym of its transaction_id, to find the sale if it was erased. */
  erasedTransaction?: string | undefined
  /** The pseudonym of its provider_payment_id. */
  paymentPseudonym?: string | undefined
  request: Pick<SaleRequest, 'transaction_id' | 'customer_key' | 'product_id'> &
    Partial<Pick<SaleRequest, 'provider' | 'provider_payment_id'>>
  clickUuid?: string | undefined
  /** The customer's ID, if already known. Replaces the other customer lookups. */
  customerId?: number
}

/**
 * Loads the facts for deciding a program's sales in one statement: the program, the sale that already has the
 * transaction_id, the customer, the partner's status and the policies in force.
 * @returns one per request, in order; empty if the program doesn't exist
 */
export async function loadSales(
  run: Run,
  programId: number,
  lookups: readonly SaleLookup[],
): Promise<(SaleData | undefined)[]> {
  const lookupRows = lookups.map(toLookupRow)
  const rows = await run<SaleDataRow>(LOAD_SALES({ program_id: programId, calls: lookupRows }))
  const loaded = new Array<SaleData | undefined>(lookups.length).fill(undefined)
  for (const row of rows) loaded[row.place] = toSaleData(row)
  return loaded
}

/** Loads the facts for one request, like `loadSales`. */
export async function loadSale(
  run: Run,
  programId: number,
  lookup: SaleLookup,
): Promise<SaleData | undefined> {
  const [loaded] = await loadSales(run, programId, [lookup])
  return loaded
}

/** A sale after it was saved. */
export interface SavedSale {
  sale_id: number
  commission_id: number | null
}

/**
 * Saves one program's sales with everything that belongs to them, all or none.
 * @param erase returns an ID's pseudonym: an erased sale's transaction_id causes a write conflict, like a
 * transaction_id in use
 * @param lockWaitMs how long to wait for locked rows; defaults to the statement timeout
 * @returns one per sale, in order
 * @throws a write conflict (`isWriteConflict`) if another transaction has changed the data
 */
export async function saveSales(
  run: Run,
  sales: readonly SaleToSave[],
  { shard, erase, lockWaitMs }: { shard: number; erase: Pseudonymizer; lockWaitMs?: number },
): Promise<SavedSale[]> {
  const [first] = sales
  if (first === undefined) return []
  const { id: program_id, time_zone, clock_ahead_ms } = first.program
  const batch = {
    program_id,
    time_zone,
    shard,
    sales: sales.map((sale, index) => toSaleRow(sale, index + 1, erase)),
    stats: sales.flatMap(statRows),
    lock_wait: lockWaitMs === undefined ? undefined : `${lockWaitMs}ms`,
  }
  const rows = await run<SavedSale & { place: number }>(SAVE_SALES({ ...batch, clock_ahead_ms }))
  if (rows.length !== sales.length) throw new Error(`only ${rows.length} of ${sales.length} sales were saved`)
  return rows
    .sort((a, b) => a.place - b.place)
    .map(({ sale_id, commission_id }) => ({ sale_id, commission_id }))
}

/** Records a test sale, which has no other effect (D13). Returns undefined if its transaction_id is in use. */
export async function saveTestSale(
  run: Run,
  programId: number,
  {
    transactionId,
    request,
    receivedAt,
    facts,
  }: { transactionId: string; request: SaleRequest; receivedAt: Date; facts: TestInfo },
): Promise<number | undefined> {
  const [saved] = await run<{ id: number }>(
    SAVE_TEST_SALE({
      program_id: programId,
      received_at: receivedAt,
      reported_at: request.occurred_at ?? receivedAt,
      sale: [{ ...toColumns(request), transaction_id: transactionId, test_facts: facts }],
    }),
  )
  return saved?.id
}

/** Returns the partners of live clicks, by the clicks' UUIDs. */
export async function loadClickPartners(
  run: Run,
  programId: number,
  clicks: readonly ClickId[],
): Promise<Map<string, number>> {
  const rows = await run<{ click_uuid: string; partner_id: number }>(
    LOAD_CLICK_PARTNERS({
      program_id: programId,
      clicks: clicks.map(({ uuid, receivedAt }) => ({ uuid, received_at: receivedAt })),
    }),
  )
  return new Map(rows.map(({ click_uuid, partner_id }) => [click_uuid, partner_id]))
}

/** Locks the customer against all other writers. */
export async function lockCustomer(run: Run, programId: number, customerId: number): Promise<void> {
  await run(LOCK_CUSTOMER({ program_id: programId, customer_id: customerId }))
}

/** Converts a request to a row. Only the field that decides attribution may match a customer (D26). */
function toLookupRow(
  { isTest, erasedTransaction, paymentPseudonym: erasedPayment, request, clickUuid, customerId }: SaleLookup,
  place: number,
): Record<string, unknown> {
  const { transaction_id, customer_key, product_id, provider, provider_payment_id } = request
  const found_by =
    customerId !== undefined
      ? { customer_id: customerId }
      : customer_key !== undefined
        ? { customer_key }
        : { click_uuid: clickUuid }
  return {
    place,
    is_test: isTest,
    transaction_id,
    erased_transaction: erasedTransaction,
    provider,
    payment_name: provider_payment_id,
    erased_payment: erasedPayment,
    product_id,
    ...found_by,
  }
}

function toSaleRow(sale: SaleToSave, place: number, erase: Pseudonymizer): Record<string, unknown> {
  const { customer, request, conclusion, commission, fee } = sale
  return {
    place,
    erased_transaction: erase(request.transaction_id),
    customer_id: customer.id,
    sale_count: customer.sale_count,
    continued_by: customer.continued_by,
    partner_id: customer.partner_id,
    attributed_by: sale.by,
    click_uuid: customer.click_uuid,
    clicked_at: customer.clicked_at,
    received_at: sale.receivedAt,
    reported_at: sale.reportedAt,
    reported_day: sale.reportedDay,
    received_day: sale.receivedDay,
    decision_code: conclusion.code,
    policy_id: conclusion.policy_id,
    decision_facts: conclusion.facts,
    commission_cents: commission?.amount_cents,
    hold_until: commission?.hold_until,
    fee_rate_bps: fee.rate_bps,
    fee_cents: fee.amount_cents,
    is_payment_known: sale.paymentId !== undefined,
    is_name_taken: sale.isNameTaken,
    payment_name: sale.paymentName,
    coupon_id: sale.couponId,
    ...toColumns(request),
  }
}

/** Returns a sale's statistics by day, with its customer's link. */
function statRows({ stats, customer: { partner_id, link_id } }: SaleToSave): Record<string, unknown>[] {
  return deltaRows(stats).map((row) => ({ partner_id, link_id: link_id ?? NO_LINK, ...row }))
}

/** Returns a sale request's columns. Emails are never sent to the database. */
function toColumns(request: SaleRequest): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name] of SALE_COLUMNS) columns[name] = request[name]
  return columns
}

function toSaleData(row: SaleDataRow): SaleData {
  const { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps } = row
  const clock = row.sandbox ? { clock_ahead_ms: row.clock_ahead_ms } : {}
  return {
    program: { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps, ...clock },
    recorded_sale_id: row.recorded_sale_id ?? undefined,
    payment_id: row.payment_id ?? undefined,
    namesake_payment_id: row.namesake_payment_id ?? undefined,
    named_payment:
      row.named_payment_id === null
        ? undefined
        : { id: row.named_payment_id, sale_id: row.named_sale_id, is_reported: row.is_named_reported },
    customer:
      row.customer_id === null
        ? undefined
        : {
            id: row.customer_id,
            status: row.customer_status,
            partner_id: row.partner_id,
            link_id: row.link_id,
            partner_status: row.partner_status,
            group_id: row.group_id,
            click_uuid: row.click_uuid,
            clicked_at: row.clicked_at,
            first_sale_at: row.first_sale_at,
            first_purchase_at: row.first_purchase_at,
            sale_count: row.sale_count,
            attribution_source: row.attribution_source,
            continued_by: row.continued_by,
          },
    policies: row.policies ?? [],
  }
}

// Each request sets one customer column; nulls match nothing. A transaction_id may also be the ID of a processor
// payment (if only another sale has the ID, it is not a duplicate), and either ID may have been erased, which
// leaves its pseudonym.
const LOAD_SALES = statement(
  'load-sales',
  { program_id: 'bigint', calls: 'rows' },
  `
    select w.place, p.id, p.time_zone, p.attribution_window_days, p.hold_period_days, p.platform_fee_bps,
      p.sandbox, p.clock_ahead_ms,
      coalesce(s.id, case when not r.is_from_sale then y.sale_id end) as recorded_sale_id,
      case when not r.is_from_sale then y.id end as payment_id,
      case when r.is_from_sale then y.id end as namesake_payment_id,
      z.id as named_payment_id, z.sale_id as named_sale_id,
      not n.is_from_sale and (z.amount_cents is not null
        or exists (select from processor_charges x where x.program_id = :program_id and x.payment_id = z.id)
        or exists (select from processor_refunds x where x.program_id = :program_id and x.payment_id = z.id))
        as is_named_reported,
      c.id as customer_id, c.status as customer_status, c.partner_id, c.link_id, pp.status as partner_status,
      pp.group_id,
      c.click_uuid, c.clicked_at, c.first_sale_at, c.first_purchase_at, c.sale_count, c.attribution_source, c.continued_by,
      q.policies
    from jsonb_to_recordset(:calls) as w (place integer, is_test boolean, transaction_id text,
      erased_transaction text, provider text, payment_name text, erased_payment text, product_id text, customer_id bigint, customer_key text, click_uuid uuid)
    join programs p on p.id = :program_id
    left join lateral (
      select id from sale_events
      where program_id = :program_id and is_test = w.is_test and transaction_id = w.transaction_id
      union all
      select id from sale_events
      where program_id = :program_id and is_test = w.is_test and transaction_id = w.erased_transaction
      limit 1
    ) s on true
    left join lateral (
      select payment_id, is_from_sale from payment_references
      where program_id = :program_id and reference = w.transaction_id and not w.is_test
      union all
      select payment_id, is_from_sale from payment_references
      where program_id = :program_id and reference = w.erased_transaction and not w.is_test
      limit 1
    ) r on true
    left join processor_payments y on y.program_id = :program_id and y.id = r.payment_id
    left join lateral (
      select payment_id, is_from_sale from payment_references
      where program_id = :program_id and reference = w.payment_name and not w.is_test
      union all
      select payment_id, is_from_sale from payment_references
      where program_id = :program_id and reference = w.erased_payment and not w.is_test
      limit 1
    ) n on true
    left join processor_payments z on z.program_id = :program_id and z.id = n.payment_id
      and z.processor = coalesce(w.provider, z.processor)
    left join lateral (
      select b.* from (
        select * from customers
        where program_id = :program_id and id = w.customer_id and erased_at is null
        union all
        select * from customers
        where program_id = :program_id and customer_key = w.customer_key and erased_at is null
        union all
        (select * from customers
          where program_id = :program_id and click_uuid = w.click_uuid and erased_at is null
          order by id desc limit 1)
      ) b
    ) c on true
    left join program_enrollments pp on pp.program_id = :program_id and pp.partner_id = c.partner_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', o.id, 'group_id', o.group_id, 'product_id', o.product_id, 'type', o.type,
        'rate_bps', o.rate_bps, 'amount_cents', o.amount_cents, 'currency', o.currency,
        'duration', o.duration, 'duration_months', o.duration_months, 'hold_days', o.hold_days,
        'commission_base', o.commission_base)) as policies
      from commission_policies o
      where o.program_id = :program_id and o.superseded_at is null
        and (o.product_id is null or o.product_id = w.product_id)
        and (o.group_id is null or o.group_id = pp.group_id)
    ) q on true`,
)

const LOAD_CLICK_PARTNERS = statement(
  'load-click-partners',
  { program_id: 'bigint', clicks: 'rows' },
  `
    select e.click_uuid, e.partner_id
    from jsonb_to_recordset(:clicks) as w (uuid uuid, received_at timestamptz)
    join click_events e on e.program_id = :program_id and e.received_at = w.received_at and e.click_uuid = w.uuid
    where not e.is_test`,
)

/** Columns filled by a sale request, with their types. */
const SALE_COLUMNS = [
  ['transaction_id', 'text'],
  ['amount_cents', 'bigint'],
  ['currency', 'text'],
  ['tax_amount_cents', 'bigint'],
  ['sale_type', 'text'],
  ['is_recurring', 'boolean'],
  ['subscription_id', 'text'],
  ['subscription_interval', 'text'],
  ['product_id', 'text'],
  ['occurred_at', 'timestamptz'],
  ['provider', 'text'],
  ['provider_payment_id', 'text'],
  ['additional_data', 'jsonb'],
  ['coupon_code', 'text'],
  ['browser', 'text'],
  ['landing_page', 'text'],
] as const
const SALE_TYPES = SALE_COLUMNS.map((column) => column.join(' ')).join(', ')

// Runs one transaction in one round trip; see migrations/0001_baseline.sql.
const SAVE_SALES = statement(
  'save-sales',
  {
    program_id: 'bigint',
    clock_ahead_ms: 'bigint?',
    time_zone: 'text',
    shard: 'smallint',
    sales: 'rows',
    stats: 'rows',
    lock_wait: 'text?',
  },
  'select * from save_sales(:program_id, :clock_ahead_ms, :time_zone, :shard, :sales, :stats, :lock_wait)',
)

const SAVE_TEST_SALE = statement(
  'save-test-sale',
  { program_id: 'bigint', received_at: 'timestamptz', reported_at: 'timestamptz', sale: 'rows' },
  `
    insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
      sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
      provider_payment_id, additional_data, coupon_code, browser, landing_page, test_facts, received_at, reported_at)
    select :program_id, true, r.transaction_id, r.amount_cents, r.currency, r.tax_amount_cents,
      r.sale_type, r.is_recurring, r.subscription_id, r.subscription_interval, r.product_id, r.occurred_at, r.provider,
      r.provider_payment_id, r.additional_data, r.coupon_code, r.browser, r.landing_page, r.test_facts,
      :received_at, :reported_at
    from jsonb_to_recordset(:sale) as r (${SALE_TYPES}, test_facts jsonb)
    on conflict (program_id, is_test, transaction_id) do nothing
    returning s.id`,
)

const LOCK_CUSTOMER = statement(
  'lock-customer',
  { program_id: 'bigint', customer_id: 'bigint' },
  'select c.id from customers c where c.program_id = :program_id and c.id = :customer_id for update',
)
