import { randomBytes } from 'node:crypto'
import { encryptDetails } from '../server/src/earnings/payout-details/encrypted-details.rule.ts'
import type { PayoutDetails } from '../server/src/earnings/payout-details/payout-details.ts'
import type { Installation } from './installation.ts'
import { affiliate } from './processes.ts'

/** A program's size; everything else is proportional to these two numbers. */
export interface ProgramSize {
  commissions: number
  partners: number
}

/** Every generated ID is this plus a number from 0: `1000 + n` is the nth sale, commission, fee, partner, … */
export const FIRST_ID = 1000
const ID = String(FIRST_ID)

const PAYEE_ROWS = 1000

/**
 * Fills the program with a year of data: clicks, customers, sales, commissions in every status, payouts, monthly
 * statements and invoices, and the lists around them. `stats verify` checks it like real data.
 */
export async function fillProgram(installation: Installation, size: ProgramSize): Promise<void> {
  const { sql, programId, environment } = installation
  await sql.query('set synchronous_commit = off')
  // Skips foreign key checks, which would take most of the time. `stats verify` follows the references.
  await sql.query("set session_replication_role = 'replica'")
  // Parallel workers end before their CPU time can be read.
  await sql.query(
    `do $$ begin execute format('alter database %I set max_parallel_workers_per_gather = 0', current_database()); end $$`,
  )
  await addClickPartitions(installation)
  await sql.query(`create temporary table p as ${PROGRAM}`, [programId, size.commissions, size.partners])
  await sql.query(`create temporary table s as ${SALES}`)
  for (const statement of [...PARTNERS, ...CLICKS, ...EARNINGS, ...PAYOUTS, ...STATEMENTS, ...INVOICES]) {
    await sql.query(statement)
  }
  for (const statement of [...PROCESSOR, ...NOTIFICATIONS, ...REQUESTS]) await sql.query(statement)
  await addPayoutDetails(installation, size.partners)
  await sql.query('drop table s, p')
  await sql.query("set session_replication_role = 'origin'")
  await sql.query(RESTART_IDS)
  await affiliate(['stats', 'rebuild'], environment)
  await affiliate(['stats', 'verify'], environment)
  await sql.query('vacuum (analyze)')
  await sql.query('checkpoint')
}

const PROGRAM = `
  select id as program_id, workspace_id, platform_fee_bps as fee_bps, $2::int as sales, $3::int as partners,
    $2::int / 2 as customers, date_trunc('milliseconds', now()) as until,
    date_trunc('milliseconds', now()) - interval '365 days' as since,
    (select min(id) from commission_policies where program_id = $1) as policy_id
  from programs where id = $1`

/** Returns an expression for a UUIDv7 at an instant, like those in click IDs. */
const uuid = (at: string, seed: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8'
    || substr(md5(${seed}), 4, 15))::uuid`

/**
 * Two sales per customer, spread evenly over the year. A sale of the last 30 days has a pending commission; older
 * ones are approved (\`batch\` null), in an open payout (0), or paid with the payouts of a month (1 to 10). One in a
 * hundred is refunded after five days.
 */
const SALES = `
  select x.*, round(x.amount * 0.2)::bigint as commission, round(x.amount * x.fee_bps / 10000.0)::bigint as fee,
    case when x.is_refunded then 'reversed' when x.days < 30 then 'pending' when x.days < 90 then 'approved' else 'paid' end
      as status,
    case when x.is_refunded or x.days < 60 then null when x.days < 90 then 0
      else 1 + floor((x.days - 90) / 30)::int end as batch
  from (
    select n, n / 2 as customer, (n / 2) % partners as partner, program_id, policy_id, fee_bps, at,
      (at at time zone 'UTC')::date as day, extract(epoch from until - at) / 86400 as days, until,
      (1000 + n * 37 % 9000)::bigint as amount, case when (n / 2) % partners % 10 = 3 then 'EUR' else 'USD' end as currency,
      n % 100 = 7 and at < until - interval '6 days' as is_refunded
    from p, generate_series(0, sales - 1) n,
      lateral (select date_trunc('milliseconds', since + n * (interval '365 days' / sales)) as at) t
  ) x`

const PARTNERS = [
  `update programs set created_at = p.since - interval '30 days' from p where id = p.program_id`,
  `update commission_policies c set created_at = p.since - interval '30 days' from p where c.program_id = p.program_id`,
  `insert into commission_policies (program_id, version, type, rate_bps, created_at)
  select program_id, 1, 'percent', 2000, since - interval '30 days' from p where policy_id is null`,
  `update p set policy_id = (select min(id) from commission_policies c where c.program_id = p.program_id) where policy_id is null`,
  `update s set policy_id = p.policy_id from p`,
  `insert into partners (workspace_id, id, name, email, created_at) overriding system value
  select workspace_id, ${ID} + n, 'Partner ' || n, 'partner-' || n || '@bench.test', since - interval '1 day'
  from p, generate_series(0, partners - 1) n`,
  `insert into partner_groups (program_id, id, name, created_at) overriding system value
  select program_id, ${ID} + n, 'Group ' || n, since from p, generate_series(0, 4) n`,
  `insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at, decided_at, group_id, created_day)
  select program_id, ${ID} + n, workspace_id, case when n % 10 = 9 then 'closed' else 'approved' end,
    since - interval '20 days' + n * (interval '19 days' / partners), since - interval '1 day',
    case when n % 5 > 0 then ${ID} + n % 5 end,
    ((since - interval '20 days' + n * (interval '19 days' / partners)) at time zone 'UTC')::date
  from p, generate_series(0, partners - 1) n`,
  `insert into partner_group_changes (program_id, partner_id, seq, group_id, at)
  select program_id, ${ID} + n, 1, ${ID} + n % 5, since from p, generate_series(0, partners - 1) n where n % 5 > 0`,
  `insert into links (program_id, id, partner_id, code, created_at) overriding system value
  select program_id, ${ID} + n, ${ID} + n, 'link-' || n, since - interval '1 day' from p, generate_series(0, partners - 1) n`,
  `insert into link_codes (code, program_id, link_id) select code, l.program_id, l.id from links l, p where l.id >= ${ID}`,
  `insert into coupon_codes (program_id, id, partner_id, code, code_key, created_at) overriding system value
  select program_id, ${ID} + n, ${ID} + n, 'CODE' || n, 'code' || n, since from p, generate_series(0, partners - 1) n`,
  `insert into partner_notes (program_id, partner_id, author_id, text, created_at)
  select program_id, ${ID} + n % partners, (select id from users limit 1), 'Note ' || n, since
  from p, generate_series(0, 2 * partners - 1) n`,
  `insert into partner_tags (program_id, partner_id, tag)
  select program_id, ${ID} + n, 'tag ' || n % 5 from p, generate_series(0, partners - 1) n`,
  `insert into applications (program_id, id, email, name, website, answers, status, version, steps, created_at, changed_at)
    overriding system value
  select program_id, ${ID} + n, 'applicant-' || n || '@bench.test', 'Applicant ' || n, 'https://site.example', '[]',
    case when n % 4 = 0 then 'pending' else 'approved' end, 1, 1, at, at
  from p, generate_series(0, partners - 1) n, lateral (select since + n * (interval '365 days' / partners) as at) t`,
  `insert into application_steps (program_id, application_id, step, kind, at)
  select program_id, id, 1, 'applied', created_at from applications where id >= ${ID}`,
  `insert into join_invitations (program_id, token_hash, email, invited_by, inviter_name, created_at, expires_at)
  select program_id, sha256(n::text::bytea), 'invited-' || n || '@bench.test', (select id from users limit 1), 'Owner', until,
    until + interval '14 days' from p, generate_series(0, partners / 2) n`,
  `insert into program_slugs (slug, program_id, created_at) select 'bench', program_id, since from p`,
  `insert into program_brands (program_id, slug, color, updated_at) select program_id, 'bench', '#112233', since from p`,
  `insert into join_terms (program_id, version, content, created_at) select program_id, 1, 'Terms', since from p`,
  `insert into join_pages (program_id, mode, content, questions, terms_version, updated_at)
  select program_id, 'approval', 'Welcome', '[]', 1, since from p
  on conflict (program_id) do update set terms_version = 1`,
]

/**
 * Two clicks on the partner's link per sale. The first of every four clicks belongs to a customer and precedes the
 * sale by two hours.
 */
const CLICKS = [
  `create temporary table c as
  select x.*, ${uuid('x.at', 'x.seed')} as click_uuid from (
    select j, 'click' || j as seed, (j / 4) % partners as partner, program_id,
      since + j * (interval '365 days' / (2 * sales)) - interval '2 hours' as at from p, generate_series(0, 2 * sales - 1) j
    union all
    select null, 'lead' || n, n % partners, program_id, since + n * (interval '365 days' / (sales / 10)) - interval '2 hours'
    from p, generate_series(0, sales / 10 - 1) n
  ) raw, lateral (select raw.j, raw.seed, raw.partner, raw.program_id, date_trunc('milliseconds', raw.at) as at) x`,
  `insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, page_id, device_id, day)
  select program_id, at, click_uuid, false, ${ID} + partner, ${ID} + partner, 1, 2, (at at time zone 'UTC')::date
  from c order by at`,
  `insert into customers (program_id, id, customer_key, email_hash, status, partner_id, link_id, click_uuid, clicked_at,
    signup_at, first_sale_at, first_purchase_at, sale_count, created_at, signup_day, first_purchase_day) overriding system value
  select s.program_id, ${ID} + s.customer, 'buyer-' || s.customer, sha256(('buyer-' || s.customer)::bytea), 'conversion',
    ${ID} + s.partner, ${ID} + s.partner, c.click_uuid, c.at, t.signup_at, s.at, s.at, 2, t.signup_at,
    (t.signup_at at time zone 'UTC')::date, s.day
  from s join c on c.j = 2 * s.n, lateral (select s.at - interval '1 hour' as signup_at) t where s.n % 2 = 0 order by s.n`,
  `insert into customers (program_id, id, customer_key, status, partner_id, link_id, click_uuid, clicked_at, signup_at,
    created_at, signup_day) overriding system value
  select c.program_id, ${ID} + p.customers + substr(c.seed, 5)::int, 'visitor-' || substr(c.seed, 5), 'lead', ${ID} + c.partner,
    ${ID} + c.partner, c.click_uuid, c.at, t.signup_at, t.signup_at, (t.signup_at at time zone 'UTC')::date
  from p, c, lateral (select c.at + interval '1 hour' as signup_at) t where c.j is null`,
  `insert into lead_events (program_id, id, is_test, customer_id, state, source, settled_by, received_at, settled_at)
    overriding system value
  select program_id, id, false, id, 'settled', 'server', 'server', signup_at, signup_at from customers where id >= ${ID} order by id`,
  'drop table c',
]

/** Each sale has a 20% commission; every twentieth sale used the partner's coupon code. */
const EARNINGS = [
  `insert into sale_events (program_id, id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
    product_id, provider, customer_id, partner_id, attributed_by, click_uuid, clicked_at, status, refunded_cents, received_at,
    reported_at, decision_code, policy_id, reported_day, coupon_code, coupon_id) overriding system value
  select s.program_id, ${ID} + n, false, 'order-' || n, amount, currency, 'payment', n % 2 = 1, 'basic', 'stripe',
    u.id, u.partner_id, 'customer_key', u.click_uuid, u.clicked_at, case when is_refunded then 'refunded' else 'paid' end,
    case when is_refunded then amount else 0 end, at, at, 'with_commission', policy_id, day,
    case when n % 20 = 0 then 'CODE' || partner end, case when n % 20 = 0 then ${ID} + partner end
  from s join customers u on u.program_id = s.program_id and u.id = ${ID} + s.customer order by n`,
  `insert into platform_fees (program_id, id, sale_id, rate_bps, amount_cents, currency, created_at, reversed_cents)
    overriding system value
  select program_id, ${ID} + n, ${ID} + n, fee_bps, fee, currency, at, case when is_refunded then fee else 0 end from s order by n`,
  `insert into commissions (program_id, id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency, status,
    hold_until, created_at, reversed_cents, paid_cents, approved_at, payout_id, created_day, hold_reason,
    duplicate_of_sale_id) overriding system value
  select program_id, ${ID} + n, 'sale', ${ID} + n, ${ID} + customer, ${ID} + partner, policy_id, commission, currency, status,
    at + interval '30 days', at, case when is_refunded then commission else 0 end,
    case when batch > 0 then commission else 0 end,
    case when status in ('approved', 'paid') then at + interval '30 days' end, case when batch = 0 then ${ID} + partner end, day,
    case when status = 'pending' and n % 100 = 11 then 'possible_duplicate' end,
    case when status = 'pending' and n % 100 = 11 then ${ID} + n - 1 end
  from s order by n`,
  `insert into refund_events (program_id, id, is_test, sale_id, kind, refund_id, amount_cents, source, received_at)
    overriding system value
  select program_id, ${ID} + n, false, ${ID} + n, 'refund', 'refund-' || n, amount, 'merchant', at + interval '5 days'
  from s where is_refunded order by n`,
  `insert into commission_changes (program_id, commission_id, from_status, to_status, from_amount_cents, to_amount_cents, actor,
    reason, changed_at)
  select program_id, ${ID} + n, 'pending', 'reversed', commission, 0, 'merchant', 'refund', at + interval '5 days'
  from s where is_refunded
  union all
  select program_id, ${ID} + n, 'pending', 'approved', commission, commission, 'system', 'hold ended', at + interval '30 days'
  from s where status in ('approved', 'paid')`,
]

/** When a batch's payouts were created; paid ones were paid a day later. */
const PAYOUT_AT = `until - case when batch = 0 then interval '1 day' else interval '59 days' + (batch - 1) * interval '30 days' end`
const PAYOUT_ID = `${ID} + batch * (select partners from p) + partner`

const PAYOUTS = [
  `insert into payout_batches (program_id, id, kind, created_by, created_at) overriding system value
  select program_id, ${ID} + batch, 'batch', (select id from users limit 1), min(${PAYOUT_AT})
  from s where batch is not null group by program_id, batch`,
  `insert into payouts (program_id, id, batch_id, partner_id, currency, amount_cents, commissions, status, reference, created_at,
    closed_by, closed_at, details_version) overriding system value
  select program_id, ${PAYOUT_ID}, ${ID} + batch, ${ID} + partner, currency, sum(commission), count(*),
    case when batch = 0 then 'open' else 'paid' end, case when batch > 0 then 'transfer ' || batch end, min(${PAYOUT_AT}),
    case when batch > 0 then (select id from users limit 1) end,
    case when batch > 0 then min(${PAYOUT_AT}) + interval '1 day' end, case when batch = 0 then 1 end
  from s where batch is not null group by program_id, batch, partner, currency order by batch, partner`,
  `insert into payout_items (program_id, payout_id, commission_id, amount_cents, earned_at)
  select program_id, ${PAYOUT_ID}, ${ID} + n, commission, at from s where batch is not null order by batch, partner, n`,
  `insert into commission_changes (program_id, commission_id, from_status, to_status, from_amount_cents, to_amount_cents, actor,
    actor_user_id, reason, changed_at)
  select program_id, ${ID} + n, 'approved', 'paid', commission, commission, 'user', (select id from users limit 1), 'payout paid',
    ${PAYOUT_AT} + interval '1 day' from s where batch > 0 order by batch, n`,
]

/** Statements for the completed months. The last month isn't closed until its grace period has ended. */
const STATEMENTS = [
  `insert into partner_statement_lines (program_id, partner_id, month, currency, commission_id, earned_cents, reversed_cents,
    paid_cents)
  select program_id, ${ID} + partner, to_char(at at time zone 'UTC', 'YYYY-MM'), currency, ${ID} + n, sum(earned), sum(reversed), sum(paid)
  from (
    select program_id, partner, currency, n, at, commission as earned, 0 as reversed, 0 as paid from s
    union all
    select program_id, partner, currency, n, at + interval '5 days', 0, commission, 0 from s where is_refunded
    union all
    select program_id, partner, currency, n, ${PAYOUT_AT} + interval '1 day', 0, 0, commission from s where batch > 0
  ) e
  where at < date_trunc('month', now() - interval '2 hours', 'UTC')
  group by program_id, partner, 3, currency, n order by program_id, partner, 3`,
  `insert into partner_statements (program_id, partner_id, month, currency, time_zone, opening_cents, earned_cents,
    reversed_cents, paid_cents, closing_cents, held_cents, lines, closed_at)
  select program_id, partner_id, month, currency, 'UTC', closing - change, earned, reversed, paid, closing, 0, lines, closed_at
  from (
    select m.*, earned - reversed - paid as change,
      sum(earned - reversed - paid) over (partition by partner_id, currency order by month) as closing,
      (month || '-01 01:00Z')::timestamptz + interval '1 month' as closed_at
    from (
      select program_id, partner_id, month, currency, sum(earned_cents) as earned, sum(reversed_cents) as reversed,
        sum(paid_cents) as paid, count(*) as lines
      from partner_statement_lines group by 1, 2, 3, 4
    ) m
  ) n`,
  `insert into partner_statement_months (program_id, month, closed_at)
  select program_id, month, min(closed_at) from partner_statements group by 1, 2`,
]

/** An invoice for each completed month, with the fees for its sales that weren't refunded. */
const INVOICES = [
  `insert into invoices (program_id, id, sequence, month, period_from, period_to, time_zone, issuer, program_name, workspace_name,
    exchange_rates, issued_by, issued_at) overriding system value
  select program_id, ${ID} + row_number() over (order by month), row_number() over (order by month), month::date, month,
    month + interval '1 month', 'UTC', 'Issuer', 'Bench', 'Bench', '{"EUR": "1.1"}', (select id from users limit 1),
    month + interval '1 month 1 hour'
  from (select program_id, date_trunc('month', at, 'UTC') as month from s group by 1, 2) m
  where month + interval '1 month' < now() - interval '2 hours'`,
  `insert into invoice_lines (program_id, invoice_id, fee_id, sale_id, kind, amount_cents, currency, exchange_rate, usd_cents,
    charged_at)
  select s.program_id, v.id, ${ID} + n, ${ID} + n, 'fee', fee, currency, case when currency = 'EUR' then '1.1' else '1' end,
    case when currency = 'EUR' then round(fee * 1.1) else fee end, at
  from s join invoices v on v.program_id = s.program_id and s.at >= v.period_from and s.at < v.period_to
  where not is_refunded order by v.id, n`,
  `update platform_fees f set invoiced_cents = l.amount_cents, invoiced_usd_cents = l.usd_cents
  from invoice_lines l where l.program_id = f.program_id and l.fee_id = f.id`,
  `update invoices v set lines = l.lines, total_usd_cents = l.total, sums = l.sums from (
    select program_id, invoice_id, sum(lines) as lines, sum(usd_cents) as total, jsonb_agg(jsonb_build_object('kind', kind,
      'currency', currency, 'lines', lines, 'amount_cents', amount_cents::text, 'usd_cents', usd_cents::text)) as sums
    from (
      select program_id, invoice_id, kind, currency, count(*) as lines, sum(amount_cents) as amount_cents, sum(usd_cents) as usd_cents
      from invoice_lines group by 1, 2, 3, 4
    ) k group by 1, 2
  ) l where l.program_id = v.program_id and l.invoice_id = v.id`,
]

/** A connected processor: payments for every tenth sale, unattributed payments, events, reconciliations. */
const PROCESSOR = [
  `update programs set processor_connection_status = 'connected', processor_account_id = 'acct_bench',
    processor_connected_at = p.since from p where id = p.program_id`,
  `insert into processor_accounts (processor, account_id, program_id, connected_by, is_live, connected_at)
  select 'stripe', 'acct_bench', program_id, 'oauth', true, since from p`,
  `insert into processor_connections (program_id, processor, account_id, connected_at)
  select program_id, 'stripe', 'acct_bench', since from p`,
  `insert into processor_payments (program_id, id, processor, state, reason, transaction_id, amount_cents, currency, sale_type,
    is_recurring, customer_key, occurred_at, sale_id, created_at, is_linked) overriding system value
  select program_id, ${ID} + n, 'stripe', case when n % 10 = 0 then 'attributed' else 'unattributed' end,
    case when n % 10 > 0 then 'no_customer' end, case when n % 10 = 0 then 'order-' || n else 'unknown-' || n end, amount,
    currency, 'payment', false, 'buyer-' || customer, at, case when n % 10 = 0 then ${ID} + n end, at, true
  from s where n % 10 = 0 or n % 100 = 3 order by n`,
  `insert into payment_references (program_id, reference, payment_id)
  select program_id, 'pi_' || id, id from processor_payments`,
  `insert into processor_events (program_id, processor, event_id, type, is_live, outcome, occurred_at, received_at)
  select program_id, 'stripe', 'evt_' || n, 'charge.succeeded', true, 'recorded', at, at from s where n % 10 = 0`,
  `insert into events_for_review (program_id, processor, event_id, type, reason, object_id, occurred_at, created_at)
  select program_id, 'stripe', 'evt_' || n, 'charge.refunded', 'unreadable', 'ch_' || n, at, at from s where n % 200 = 0`,
  `insert into reconciliations (program_id, id, month, processor, status, before, requested_at, resume_at, finished_at, matched)
    overriding system value
  select program_id, ${ID} + k, to_char(until - (k + 1) * interval '1 month', 'YYYY-MM'), 'stripe', 'done', until,
    until - k * interval '1 month', until, until, 100 from p, generate_series(0, 10) k`,
  `insert into reconciliation_items (program_id, reconciliation_id, kind, reference, state, generation, keys, amount_cents, currency,
    occurred_at)
  select program_id, ${ID} + n / 100 % 11, 'payment', 'pi_missing_' || n, 'missing', 1, array['pi_missing_' || n], amount, currency, at
  from s where n % 100 = 1`,
]

/** Logs: emails, webhook deliveries, and the audit log. Their oldest rows aren't old enough to be deleted. */
const NOTIFICATIONS = [
  `insert into mails (kind, cause, recipient, message_id, workspace_id, program_id, data, state, sent_at, created_at, expires_at)
  select 'partner_sale', 'sale ' || n, 'partner-' || n % partners || '@bench.test', 'message-' || n, workspace_id, program_id, '{}',
    'sent', at, at, at + interval '1 day'
  from p, generate_series(0, sales / 10 - 1) n, lateral (select until - n * (interval '20 days' / sales * 10) as at) t`,
  `insert into webhook_endpoints (program_id, id, url, event_types, secret, created_at) overriding system value
  select program_id, ${ID}, 'https://hooks.bench.test/', '{sale.created}', 'unused', since from p`,
  'insert into webhook_programs (program_id) select program_id from p',
  `insert into outbox_events (program_id, id, type, data, created_at, dispatched_at) overriding system value
  select program_id, ${ID} + n, 'sale.created', '{}', at, at
  from p, generate_series(0, sales / 10 - 1) n, lateral (select until - n * (interval '20 days' / sales * 10) as at) t`,
  `insert into webhook_deliveries (program_id, id, endpoint_id, event_id, state, attempts, first_attempt_at, last_attempt_at,
    last_status, delivered_at, created_at) overriding system value
  select program_id, id, ${ID}, id, 'delivered', 1, created_at, created_at, 200, created_at, created_at from outbox_events
  where id >= ${ID}`,
  `insert into program_audit_log (program_id, at, workspace_id, user_id, action, target_type, target_id, after)
  select program_id, at, workspace_id, (select id from users limit 1), 'partner.approve', 'partner', (${ID} + n % partners)::text,
    '{"status": "approved"}'
  from p, generate_series(0, sales / 10 - 1) n, lateral (select since + n * (interval '365 days' / sales * 10) as at) t`,
]

/** Partners' claims, rejected requests and request counts. */
const REQUESTS = [
  `insert into claims (program_id, id, partner_id, transaction_id, note, state, created_at, closed_at, decided_by)
    overriding system value
  select program_id, ${ID} + n, ${ID} + partner, 'claimed-' || n, 'Please check', case when n % 200 = 0 then 'open' else 'rejected' end,
    at, case when n % 200 > 0 then at end, case when n % 200 > 0 then (select id from users limit 1) end
  from s where n % 100 = 0`,
  `insert into rejected_requests (program_id, type, is_test, code, message, field, transaction_id, is_authenticated, request_id,
    first_at, last_at)
  select program_id, 'sale', false, 'invalid_request', 'A field is invalid.', 'amount_cents', 'rejected-' || n, true, 'request-' || n,
    at, at
  from p, generate_series(0, sales / 100 - 1) n, lateral (select until - n * (interval '20 days' / sales * 100) as at) t`,
  `insert into request_counts (program_id, day, type, outcome, requests)
  select program_id, day, 'sale', 'with_commission', count(*) from s group by 1, 2`,
]

const RESTART_IDS = `
  do $$ declare t record; begin
    for t in select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name not like 'click\\_events\\_%'
    loop
      execute format('select setval(pg_get_serial_sequence(%L, ''id''), greatest((select coalesce(max(id), 0) from %I), 1))',
        t.table_name, t.table_name);
    end loop;
  end $$`

const PAYEE: PayoutDetails = {
  account: { method: 'paypal', email: 'payee@bench.test' },
  payee_kind: 'person',
  legal_name: 'Pat Partner',
  address: 'Main Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
  tax_id: null,
}

/** Inserts each partner's payout details, encrypted as the service does. */
async function addPayoutDetails({ sql, programId, environment }: Installation, partners: number) {
  const appSecret = environment.APP_SECRET ?? ''
  for (let first = 0; first < partners; first += PAYEE_ROWS) {
    const rows = Array.from({ length: Math.min(PAYEE_ROWS, partners - first) }, (_, index) => {
      const partnerId = FIRST_ID + first + index
      const nonce = randomBytes(12)
      const sealed = encryptDetails(PAYEE, { programId, partnerId, version: 1 }, { appSecret, nonce })
      return { partner_id: partnerId, sealed }
    })
    await sql.query(
      `insert into payout_details (program_id, partner_id, version, method, sealed, created_at, usable_at)
      select p.program_id, r.partner_id, 1, 'paypal', r.sealed, p.since, p.since
      from p, json_to_recordset($1) as r(partner_id bigint, sealed text)`,
      [JSON.stringify(rows)],
    )
  }
}

/** Creates the monthly partitions for a year's clicks, as the service does. */
async function addClickPartitions({ sql }: Installation) {
  const now = new Date()
  for (let month = -13; month <= 1; month++) {
    const [from, to] = [month, month + 1].map(
      (m) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + m, 1)),
    )
    if (from === undefined || to === undefined) continue
    const name = `click_events_${from.toISOString().slice(0, 7).replace('-', '_')}`
    await sql.query(
      `create table if not exists ${name} partition of click_events
      for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    )
  }
}
