import type { CommissionPolicy } from '../rules/commission-policy.ts'
import type { SaleFacts, SaleToSave } from '../rules/decide-sale.ts'
import type { SaleRequest } from '../rules/sale-request.ts'
import type { FoundKey } from './api-key-lookup.ts'
import { ADD_EXCLUDED } from './daily-stats.ts'
import type { Run } from './database.ts'
import { COMMISSION_TOLD, IS_WANTED } from './outbox.ts'
import type { CustomerStatus, KeyMode, PartnerStatus, ProgramStatus } from './schema.ts'

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

/**
 * Loads in one statement all that a sale call needs: its key and program, the sale that already has the
 * transaction_id, the customer, the partner's standing and the policies in force. `customerId` is for who knows the
 * customer already; then nothing else looks for it.
 */
export async function loadSaleFacts(
  run: Run,
  programId: number,
  keyHash: Buffer | undefined,
  isTest: boolean,
  request: Pick<SaleRequest, 'transaction_id' | 'customer_key' | 'product_id'>,
  clickUuid: string | undefined,
  customerId?: number,
): Promise<{ key: FoundKey | undefined; facts: SaleFacts } | undefined> {
  const [row] = await run<SaleFactsRow>(LOAD_SALE_FACTS, [
    programId,
    keyHash ?? null,
    isTest,
    request.transaction_id ?? null,
    request.customer_key ?? null,
    clickUuid ?? null,
    request.product_id ?? null,
    customerId ?? null,
  ])
  return row === undefined ? undefined : { key: keyOf(row), facts: factsOf(row) }
}

/** Saves a sale with all that belongs to it, or nothing: undefined means another writer was first. */
export async function saveSale(
  run: Run,
  sale: SaleToSave,
  shard: number,
): Promise<{ sale_id: number; commission_id: number | null } | undefined> {
  const { program, customer, request, commission, fee, stats } = sale
  const [saved] = await run<{ sale_id: number; commission_id: number | null }>(SAVE_SALE, [
    program.id,
    customer.id,
    customer.sale_count,
    program.time_zone,
    sale.receivedAt,
    sale.reportedAt,
    request.transaction_id,
    request.amount_cents,
    request.currency,
    request.tax_amount_cents ?? null,
    request.sale_type,
    request.is_recurring,
    request.subscription_id ?? null,
    request.subscription_interval ?? null,
    request.product_id ?? null,
    request.occurred_at ?? null,
    request.provider ?? null,
    request.provider_payment_id ?? null,
    request.additional_data === undefined ? null : JSON.stringify(request.additional_data),
    customer.partner_id,
    sale.by,
    customer.click_uuid,
    customer.clicked_at,
    commission?.policy_id ?? null,
    commission?.amount_cents ?? null,
    commission?.hold_until ?? null,
    fee.rate_bps,
    fee.amount_cents,
    shard,
    stats.map((delta) => delta.day),
    stats.map((delta) => delta.currency),
    stats.map((delta) => delta.conversions ?? 0),
    stats.map((delta) => delta.sales ?? 0),
    stats.map((delta) => String(delta.revenue_cents ?? 0)),
    stats.map((delta) => String(delta.commission_cents ?? 0)),
    sale.paymentId ?? null,
  ])
  return saved
}

/** Records a test sale, which touches nothing else (D13). Undefined: its transaction_id is taken. */
export async function saveTestSale(
  run: Run,
  programId: number,
  transactionId: string,
  request: SaleRequest,
  receivedAt: Date,
): Promise<number | undefined> {
  const [saved] = await run<{ id: number }>(SAVE_TEST_SALE, [
    programId,
    transactionId,
    request.amount_cents ?? null,
    request.currency,
    request.tax_amount_cents ?? null,
    request.sale_type,
    request.is_recurring,
    request.subscription_id ?? null,
    request.subscription_interval ?? null,
    request.product_id ?? null,
    request.occurred_at ?? null,
    request.provider ?? null,
    request.provider_payment_id ?? null,
    request.additional_data === undefined ? null : JSON.stringify(request.additional_data),
    receivedAt,
    request.occurred_at ?? receivedAt,
  ])
  return saved?.id
}

/** Queues this transaction behind every other writer of the customer. */
export async function lockCustomer(run: Run, programId: number, customerId: number): Promise<void> {
  await run(LOCK_CUSTOMER, [programId, customerId])
}

function keyOf(row: SaleFactsRow): FoundKey | undefined {
  if (row.key_id === null || row.key_mode === null) return undefined
  return { id: row.key_id, mode: row.key_mode, retired_at: row.key_retired_at, program_status: row.status }
}

function factsOf(row: SaleFactsRow): SaleFacts {
  const { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps } = row
  return {
    program: { id, time_zone, attribution_window_days, hold_period_days, platform_fee_bps },
    recordedSaleId: row.recorded_sale_id ?? undefined,
    paymentId: row.payment_id ?? undefined,
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

// $1 program, $2 key hash, $3 test call, $4 transaction_id, $5 customer_key, $6 click uuid, $7 product_id,
// $8 customer id. Only one branch of the customer search runs: customer_key decides alone when it is sent (D26).
// A transaction_id may also be one of the names of a payment that the connected processor account told of.
const LOAD_SALE_FACTS = {
  name: 'load-sale-facts',
  text: `
    select p.id, p.status, p.time_zone, p.attribution_window_days, p.hold_period_days, p.platform_fee_bps,
      k.id as key_id, k.mode as key_mode, k.retired_at as key_retired_at,
      coalesce(s.id, y.sale_id) as recorded_sale_id, y.id as payment_id,
      c.id as customer_id, c.status as customer_status, c.partner_id, pp.status as partner_status,
      c.click_uuid, c.clicked_at, c.first_sale_at, c.first_purchase_at, c.sale_count,
      q.policies
    from programs p
    left join api_keys k on k.program_id = p.id and k.key_hash = $2::bytea
    left join sale_events s on s.program_id = p.id and s.transaction_id = $4::text
      and s.is_test = ($3::boolean or coalesce(k.mode = 'test', false))
    left join payment_references r on r.program_id = p.id and r.reference = $4::text
      and not ($3::boolean or coalesce(k.mode = 'test', false))
    left join processor_payments y on y.program_id = r.program_id and y.id = r.payment_id
    left join lateral (
      select b.* from (
        select * from customers where program_id = p.id and id = $8::bigint
        union all
        select * from customers where $8::bigint is null and program_id = p.id and customer_key = $5::text
        union all
        (select * from customers where $8::bigint is null and $5::text is null and program_id = p.id and click_uuid = $6::uuid
          order by created_at desc, id desc limit 1)
      ) b
    ) c on true
    left join partner_programs pp on pp.program_id = p.id and pp.partner_id = c.partner_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', o.id, 'product_id', o.product_id, 'type', o.type,
        'rate_bps', o.rate_bps, 'amount_cents', o.amount_cents, 'currency', o.currency,
        'duration', o.duration, 'duration_months', o.duration_months, 'hold_days', o.hold_days)) as policies
      from commission_policies o
      where o.program_id = p.id and o.superseded_at is null and (o.product_id is null or o.product_id = $7::text)
    ) q on true
    where p.id = $1::bigint`,
}

// One statement, so one transaction and one round trip. The customer goes first: its sale_count is compared
// and set, and its row is where concurrent sales of one customer queue. No row from there means that another
// writer was first or that the program's time zone changed, and then nothing below happens either.
// A transaction_id taken by another customer's sale breaks the unique key and so undoes the whole statement.
// In a program with a processor account the sale also names its payment ($36 is null: nobody did yet), so that a
// refund the processor reports meanwhile breaks that unique key, and the sale is decided again knowing of it.
const SAVE_SALE = {
  name: 'save-sale',
  text: `
    with customer as (
      update customers as c
      set sale_count = c.sale_count + 1, status = 'conversion',
        first_sale_at = coalesce(c.first_sale_at, $5::timestamptz),
        first_purchase_at = coalesce(c.first_purchase_at, $6::timestamptz)
      from programs p
      where c.program_id = $1::bigint and c.id = $2::bigint and c.sale_count = $3::integer
        and p.id = c.program_id and p.time_zone = $4::text
      returning c.program_id, c.id
    ), sale as (
      insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
        sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
        provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
        received_at, reported_at)
      select c.program_id, false, $7::text, $8::bigint, $9::text, $10::bigint,
        $11::text, $12::boolean, $13::text, $14::text, $15::text, $16::timestamptz, $17::text,
        $18::text, $19::jsonb, c.id, $20::bigint, $21::text, $22::uuid, $23::timestamptz,
        $5::timestamptz, $6::timestamptz
      from customer c
      returning s.program_id, s.id, s.customer_id, s.partner_id, s.currency, s.amount_cents, s.transaction_id
    ), commission as (
      insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
        amount_cents, currency, hold_until, created_at)
      select s.program_id, 'sale', s.id, s.customer_id, s.partner_id, $24::bigint,
        $25::bigint, s.currency, $26::timestamptz, $5::timestamptz
      from sale s where $24::bigint is not null
      returning m.program_id, m.id, m.sale_id, m.customer_id, m.partner_id, m.amount_cents, m.currency, m.hold_until
    ), fee as (
      insert into platform_fees as f (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
      select s.program_id, s.id, $27::integer, $28::bigint, s.currency, $5::timestamptz
      from sale s
      returning f.id
    ), stats as (
      insert into daily_stats as s (program_id, day, currency, shard,
        clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
      select e.program_id, d.day, d.currency, $29::smallint,
        0, 0, sum(d.conversions), 0, sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
      from sale e
      cross join unnest($30::date[], $31::text[], $32::bigint[], $33::bigint[], $34::numeric[], $35::numeric[])
        as d (day, currency, conversions, sales, revenue_cents, commission_cents)
      group by e.program_id, d.day, d.currency
      order by e.program_id, d.day, d.currency
      on conflict (program_id, day, currency, shard) do update set ${ADD_EXCLUDED}
      returning s.day
    ), payment as (
      insert into processor_payments as y (program_id, processor, state, transaction_id, sale_id, created_at)
      select s.program_id, a.processor, 'attributed', s.transaction_id, s.id, $5::timestamptz
      from sale s join processor_accounts a on a.program_id = s.program_id
      where $36::bigint is null
      returning y.program_id, y.id, y.transaction_id
    ), named as (
      insert into payment_references as r (program_id, reference, payment_id)
      select y.program_id, y.transaction_id, y.id from payment y
      returning r.payment_id
    ), told as (
      insert into outbox_events as o (program_id, type, data, created_at)
      select t.program_id, t.type, t.data, $5::timestamptz
      from (
        select s.program_id, 'sale.created' as type, jsonb_build_object('sale_id', s.id, 'transaction_id', s.transaction_id,
          'amount_cents', s.amount_cents, 'currency', s.currency, 'customer_id', s.customer_id,
          'partner_id', s.partner_id, 'commission_id', m.id) as data
        from sale s left join commission m on true
        union all
        select m.program_id, 'commission.created', ${COMMISSION_TOLD} from commission m
      ) t
      where ${IS_WANTED}
      returning o.id
    )
    select s.id as sale_id, m.id as commission_id from sale s left join commission m on true`,
}

const SAVE_TEST_SALE = {
  name: 'save-test-sale',
  text: `
    insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
      sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
      provider_payment_id, additional_data, received_at, reported_at)
    values ($1::bigint, true, $2::text, $3::bigint, $4::text, $5::bigint,
      $6::text, $7::boolean, $8::text, $9::text, $10::text, $11::timestamptz, $12::text,
      $13::text, $14::jsonb, $15::timestamptz, $16::timestamptz)
    on conflict (program_id, is_test, transaction_id) do nothing
    returning s.id`,
}

const LOCK_CUSTOMER = {
  name: 'lock-customer',
  text: 'select c.id from customers c where c.program_id = $1::bigint and c.id = $2::bigint for update',
}
