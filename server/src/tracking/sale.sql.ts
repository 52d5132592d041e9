import { commissionTold, isWanted } from '../outbox/outbox.sql.ts'
import type { Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import type { CustomerStatus, KeyMode, PartnerStatus, ProgramStatus } from '../platform/words.ts'
import type { FoundKey } from '../programs/api-key-lookup.sql.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { addExcluded, DELTA_COLUMNS, deltaRows } from '../statistics/daily-stats.sql.ts'
import type { SaleFacts, SaleRequest, SaleToSave } from './sale.ts'

interface SaleFactsRow {
  id: number
  status: ProgramStatus
  time_zone: string
  attribution_window_days: number
  hold_period_days: number
  platform_fee_bps: number
  key_id: number | null
  key_mode: KeyMode | null
  key_retired_at: Date | null
  recorded_sale_id: number | null
  payment_id: number | null
  customer_id: number | null
  customer_status: CustomerStatus
  partner_id: number
  partner_status: PartnerStatus | null
  click_uuid: string
  clicked_at: Date
  first_sale_at: Date | null
  first_purchase_at: Date | null
  sale_count: number
  policies: CommissionPolicy[] | null
}

/** By what a sale call is looked up. What is left out finds nothing. */
export interface SaleLookup {
  isTest: boolean
  /** Of the key that the call came with. */
  keyHash?: Buffer
  request: Pick<SaleRequest, 'transaction_id' | 'customer_key' | 'product_id'>
  clickUuid?: string | undefined
  /** For who knows the customer already; then nothing else looks for it. */
  customerId?: number
}

/**
 * Loads in one statement all that a sale call needs: its key and program, the sale that already has the
 * transaction_id, the customer, the partner's standing and the policies in force.
 */
export async function loadSaleFacts(
  run: Run,
  programId: number,
  { isTest, keyHash, request, clickUuid, customerId }: SaleLookup,
): Promise<{ key: FoundKey | undefined; facts: SaleFacts } | undefined> {
  const { transaction_id, customer_key, product_id } = request
  const [row] = await run<SaleFactsRow>(
    LOAD_SALE_FACTS({
      program_id: programId,
      key_hash: keyHash,
      is_test: isTest,
      transaction_id,
      product_id,
      find_by: customerId !== undefined ? 'id' : customer_key !== undefined ? 'customer_key' : 'click_id',
      customer_id: customerId,
      customer_key,
      click_uuid: clickUuid,
    }),
  )
  return row === undefined ? undefined : { key: keyOf(row), facts: factsOf(row) }
}

/** Saves a sale with all that belongs to it, or nothing: undefined means another writer was first. */
export async function saveSale(
  run: Run,
  sale: SaleToSave,
  shard: number,
): Promise<{ sale_id: number; commission_id: number | null } | undefined> {
  const { program, customer, request, commission, fee, stats } = sale
  const [saved] = await run<{ sale_id: number; commission_id: number | null }>(
    SAVE_SALE({
      program_id: program.id,
      time_zone: program.time_zone,
      customer_id: customer.id,
      sale_count: customer.sale_count,
      received_at: sale.receivedAt,
      reported_at: sale.reportedAt,
      sale: [
        {
          ...columnsOf(request),
          partner_id: customer.partner_id,
          attributed_by: sale.by,
          click_uuid: customer.click_uuid,
          clicked_at: customer.clicked_at,
        },
      ],
      commissions: commission === undefined ? [] : [commission],
      fee_rate_bps: fee.rate_bps,
      fee_amount_cents: fee.amount_cents,
      stats: deltaRows(stats),
      shard,
      is_payment_known: sale.paymentId !== undefined,
    }),
  )
  return saved
}

/** Records a test sale, which touches nothing else (D13). Undefined: its transaction_id is taken. */
export async function saveTestSale(
  run: Run,
  programId: number,
  { transactionId, request, receivedAt }: { transactionId: string; request: SaleRequest; receivedAt: Date },
): Promise<number | undefined> {
  const [saved] = await run<{ id: number }>(
    SAVE_TEST_SALE({
      program_id: programId,
      received_at: receivedAt,
      reported_at: request.occurred_at ?? receivedAt,
      sale: [{ ...columnsOf(request), transaction_id: transactionId }],
    }),
  )
  return saved?.id
}

/** Queues this transaction behind every other writer of the customer. */
export async function lockCustomer(run: Run, programId: number, customerId: number): Promise<void> {
  await run(LOCK_CUSTOMER({ program_id: programId, customer_id: customerId }))
}

/** What of a sale call its columns hold, and nothing else that the call knows: no e-mail goes to the database. */
function columnsOf(request: SaleRequest): Record<string, unknown> {
  return Object.fromEntries(SALE_COLUMNS.map(([name]) => [name, request[name]]))
}

function keyOf(row: SaleFactsRow): FoundKey | undefined {
  if (row.key_id === null || row.key_mode === null) return undefined
  return { id: row.key_id, mode: row.key_mode, retired_at: row.key_retired_at, program_status: row.status }
}

function factsOf(row: SaleFactsRow): SaleFacts {
  const { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps } = row
  return {
    program: { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps },
    recorded_sale_id: row.recorded_sale_id ?? undefined,
    payment_id: row.payment_id ?? undefined,
    customer:
      row.customer_id === null
        ? undefined
        : {
            id: row.customer_id,
            status: row.customer_status,
            partner_id: row.partner_id,
            partner_status: row.partner_status,
            click_uuid: row.click_uuid,
            clicked_at: row.clicked_at,
            first_sale_at: row.first_sale_at,
            first_purchase_at: row.first_purchase_at,
            sale_count: row.sale_count,
          },
    policies: row.policies ?? [],
  }
}

// Only the branch of the customer search that `find_by` names runs: customer_key decides alone when it is sent (D26).
// A transaction_id may also be one of the names of a payment that the connected processor account told of.
const LOAD_SALE_FACTS = statement(
  'load-sale-facts',
  {
    program_id: 'bigint',
    key_hash: 'bytea?',
    is_test: 'boolean',
    transaction_id: 'text?',
    product_id: 'text?',
    find_by: 'text',
    customer_id: 'bigint?',
    customer_key: 'text?',
    click_uuid: 'uuid?',
  },
  `
    select p.id, p.status, p.time_zone, p.attribution_window_days, p.hold_period_days, p.platform_fee_bps,
      k.id as key_id, k.mode as key_mode, k.retired_at as key_retired_at,
      coalesce(s.id, y.sale_id) as recorded_sale_id, y.id as payment_id,
      c.id as customer_id, c.status as customer_status, c.partner_id, pp.status as partner_status,
      c.click_uuid, c.clicked_at, c.first_sale_at, c.first_purchase_at, c.sale_count,
      q.policies
    from programs p
    left join api_keys k on k.program_id = p.id and k.key_hash = :key_hash
    left join sale_events s on s.program_id = p.id and s.transaction_id = :transaction_id
      and s.is_test = (:is_test or coalesce(k.mode = 'test', false))
    left join payment_references r on r.program_id = p.id and r.reference = :transaction_id
      and not (:is_test or coalesce(k.mode = 'test', false))
    left join processor_payments y on y.program_id = r.program_id and y.id = r.payment_id
    left join lateral (
      select b.* from (
        select * from customers where :find_by = 'id' and program_id = p.id and id = :customer_id
        union all
        select * from customers
          where :find_by = 'customer_key' and program_id = p.id and customer_key = :customer_key
        union all
        (select * from customers
          where :find_by = 'click_id' and program_id = p.id and click_uuid = :click_uuid
          order by id desc limit 1)
      ) b
    ) c on true
    left join partner_programs pp on pp.program_id = p.id and pp.partner_id = c.partner_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', o.id, 'product_id', o.product_id, 'type', o.type,
        'rate_bps', o.rate_bps, 'amount_cents', o.amount_cents, 'currency', o.currency,
        'duration', o.duration, 'duration_months', o.duration_months, 'hold_days', o.hold_days)) as policies
      from commission_policies o
      where o.program_id = p.id and o.superseded_at is null and (o.product_id is null or o.product_id = :product_id)
    ) q on true
    where p.id = :program_id`,
)

/** The columns that a sale call fills, with their types. */
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
] as const
const SALE_TYPES = SALE_COLUMNS.map((column) => column.join(' ')).join(', ')

// One statement, so one transaction and one round trip. The customer goes first: its sale_count is compared
// and set, and its row is where concurrent sales of one customer queue. No row from there means that another
// writer was first or that the program's time zone changed, and then nothing below happens either.
// A transaction_id taken by another customer's sale breaks the unique key and so undoes the whole statement.
// In a program with a processor account a sale whose payment nobody told of yet names it itself, so that a refund
// the processor reports meanwhile breaks that unique key, and the sale is decided again knowing of it.
const SAVE_SALE = statement(
  'save-sale',
  {
    program_id: 'bigint',
    time_zone: 'text',
    customer_id: 'bigint',
    sale_count: 'integer',
    received_at: 'timestamptz',
    reported_at: 'timestamptz',
    sale: 'rows',
    commissions: 'rows',
    fee_rate_bps: 'integer',
    fee_amount_cents: 'bigint',
    stats: 'rows',
    shard: 'smallint',
    is_payment_known: 'boolean',
  },
  `
    with customer as (
      update customers as c
      set sale_count = c.sale_count + 1, status = 'conversion',
        first_sale_at = coalesce(c.first_sale_at, :received_at),
        first_purchase_at = coalesce(c.first_purchase_at, :reported_at)
      from programs p
      where c.program_id = :program_id and c.id = :customer_id and c.sale_count = :sale_count
        and p.id = c.program_id and p.time_zone = :time_zone
      returning c.program_id, c.id
    ), sale as (
      insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
        sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
        provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
        received_at, reported_at, has_commission)
      select c.program_id, false, r.transaction_id, r.amount_cents, r.currency, r.tax_amount_cents,
        r.sale_type, r.is_recurring, r.subscription_id, r.subscription_interval, r.product_id, r.occurred_at,
        r.provider, r.provider_payment_id, r.additional_data, c.id, r.partner_id, r.attributed_by, r.click_uuid,
        r.clicked_at, :received_at, :reported_at, jsonb_array_length(:commissions) > 0
      from customer c
      cross join jsonb_to_recordset(:sale) as r (${SALE_TYPES},
          partner_id bigint, attributed_by text, click_uuid uuid, clicked_at timestamptz)
      returning s.program_id, s.id, s.customer_id, s.partner_id, s.currency, s.amount_cents, s.transaction_id
    ), commission as (
      insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
        amount_cents, currency, hold_until, created_at)
      select s.program_id, 'sale', s.id, s.customer_id, s.partner_id, r.policy_id,
        r.amount_cents, s.currency, r.hold_until, :received_at
      from sale s
      cross join jsonb_to_recordset(:commissions) as r (policy_id bigint, amount_cents bigint, hold_until timestamptz)
      returning m.program_id, m.id, m.sale_id, m.customer_id, m.partner_id, m.amount_cents, m.currency, m.hold_until
    ), fee as (
      insert into platform_fees as f (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
      select s.program_id, s.id, :fee_rate_bps, :fee_amount_cents, s.currency, :received_at
      from sale s
      returning f.id
    ), stats as (
      insert into daily_stats as s (program_id, day, currency, shard,
        clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
      select e.program_id, d.day, d.currency, :shard,
        0, 0, sum(d.conversions), 0, sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
      from sale e
      cross join jsonb_to_recordset(:stats) as d ${DELTA_COLUMNS}
      group by e.program_id, d.day, d.currency
      order by e.program_id, d.day, d.currency
      on conflict (program_id, day, currency, shard) do update set ${addExcluded('s')}
      returning s.day
    ), payment as (
      insert into processor_payments as y (program_id, processor, state, transaction_id, sale_id, created_at)
      select s.program_id, a.processor, 'attributed', s.transaction_id, s.id, :received_at
      from sale s join processor_accounts a on a.program_id = s.program_id
      where not :is_payment_known
      returning y.program_id, y.id, y.transaction_id
    ), named as (
      insert into payment_references as r (program_id, reference, payment_id)
      select y.program_id, y.transaction_id, y.id from payment y
      returning r.payment_id
    ), told as (
      insert into outbox_events as o (program_id, type, data, created_at)
      select t.program_id, t.type, t.data, :received_at
      from (
        select s.program_id, 'sale.created' as type, jsonb_build_object('sale_id', s.id, 'transaction_id', s.transaction_id,
          'amount_cents', s.amount_cents, 'currency', s.currency, 'customer_id', s.customer_id,
          'partner_id', s.partner_id, 'commission_id', m.id) as data
        from sale s left join commission m on true
        union all
        select m.program_id, 'commission.created', ${commissionTold('m')} from commission m
      ) t
      where ${isWanted('t')}
      returning o.id
    )
    select s.id as sale_id, m.id as commission_id from sale s left join commission m on true`,
)

const SAVE_TEST_SALE = statement(
  'save-test-sale',
  { program_id: 'bigint', received_at: 'timestamptz', reported_at: 'timestamptz', sale: 'rows' },
  `
    insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
      sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
      provider_payment_id, additional_data, received_at, reported_at)
    select :program_id, true, r.transaction_id, r.amount_cents, r.currency, r.tax_amount_cents,
      r.sale_type, r.is_recurring, r.subscription_id, r.subscription_interval, r.product_id, r.occurred_at, r.provider,
      r.provider_payment_id, r.additional_data, :received_at, :reported_at
    from jsonb_to_recordset(:sale) as r (${SALE_TYPES})
    on conflict (program_id, is_test, transaction_id) do nothing
    returning s.id`,
)

const LOCK_CUSTOMER = statement(
  'lock-customer',
  { program_id: 'bigint', customer_id: 'bigint' },
  'select c.id from customers c where c.program_id = :program_id and c.id = :customer_id for update',
)
