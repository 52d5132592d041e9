import { CompiledQuery } from 'kysely'
import type { Database } from '../../../src/core/database/database.ts'
import type { TestService } from '../../harness.ts'

export interface Own {
  programId: number
  partnerId: number
  linkId: number
}

/** Returns a unique ID for a partner's row. */
export function rowId(partner: number, number: number): number {
  return 1_000_000 + partner * 100 + number
}

/**
 * Fills a program with numbered partners (0 is the one under test). Each has a link, 160 days of clicks and statistics,
 * customers, commissions in every state, payouts, claims, statements and emails. Triggers and foreign keys are off,
 * because they don't affect reads.
 */
export async function fill(
  { database }: TestService,
  { programId, partnerId, linkId }: Own,
  { first, last }: { first: number; last: number },
) {
  await runUnguarded(database, [
    `create temporary table filled on commit drop as
      select p.id as program_id, p.workspace_id, n, case when n = 0 then ${partnerId} else 1000000 + n end::bigint as partner_id,
        case when n = 0 then ${linkId} else 1000000 + n end::bigint as link_id
      from programs p, generate_series(${first}, ${last}) n where p.id = ${programId}`,
    ...FILL,
  ])
}

/** Runs in one transaction, without triggers and foreign keys. */
export async function runUnguarded({ kysely }: Database, statements: readonly string[]) {
  await kysely.transaction().execute(async (transaction) => {
    for (const text of ["set local session_replication_role = 'replica'", ...statements]) {
      await transaction.executeQuery(CompiledQuery.raw(text))
    }
  })
}

const NOW = "timestamptz '2026-03-10T11:00:00Z'"
/** Ten per partner, one every two weeks. */
const EACH = 'cross join generate_series(1, 10) k'
const ID = '1000000 + f.n * 100 + k'
/** Higher than the IDs that the service assigns. */
const BATCH = '1000000 + k'
const AT = `${NOW} - k * interval '15 days' - f.n * interval '1 second'`
/** UTC, the time zone of these programs. */
const toDaySql = (instant: string) => `((${instant}) at time zone 'UTC')::date`
const DAY = toDaySql(AT)
const CLICKED_AT = `${NOW} - d * interval '3 days' - n * interval '1 second'`
const STATUS = `(array['pending', 'approved', 'paid', 'reversed'])[1 + k % 4]`

const FILL = [
  // Written by unrelated teams.
  `insert into programs (id, workspace_id, name, platform_fee_bps, created_at, updated_at) overriding system value
    select 1000000 + n, 'workspace-' || n, 'Program ' || n, 350, ${NOW}, ${NOW} from filled where n > 0`,
  `insert into workspace_programs (program_id, workspace_id, created_at)
    select 1000000 + n, 'workspace-' || n, ${NOW} from filled where n > 0`,
  `insert into partners (workspace_id, id, name, email, created_at) overriding system value
    select workspace_id, partner_id, 'Partner ' || n, 'p' || n || '@others.test', ${NOW} - interval '200 days'
    from filled where n > 0`,
  `insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at, created_day)
    select program_id, partner_id, workspace_id, 'approved', ${NOW} - interval '200 days',
      ${toDaySql(`${NOW} - interval '200 days'`)} from filled where n > 0`,
  `insert into links (program_id, id, partner_id, code, created_at) overriding system value
    select program_id, link_id, partner_id, 'other-' || n, ${NOW} - interval '200 days' from filled where n > 0`,
  `insert into link_codes (code, program_id, link_id) select 'other-' || n, program_id, link_id from filled where n > 0`,
  `insert into daily_link_stats (program_id, day, partner_id, link_id, currency, shard, clicks, leads, conversions, sales,
      revenue_cents, commission_cents)
    select program_id, date '2026-03-10' - d, partner_id, link_id, 'USD', 32, 3, 1, 1, 1, 1000, 200
    from filled cross join generate_series(0, 40) d`,
  `insert into daily_link_stats (program_id, day, partner_id, link_id, currency, shard, clicks)
    select program_id, date '2026-03-10' - d * 7, partner_id, link_id, 'XXX', 1, 2 from filled cross join generate_series(0, 20) d`,
  ...[8, 64].map(
    (
      days,
    ) => `insert into link_stat_rollups (program_id, days, first_day, partner_id, link_id, currency, clicks)
    select program_id, ${days}, date '1970-01-01' + ${days} * b, partner_id, link_id, 'USD', 9
    from filled cross join generate_series((date '2026-03-01' - date '1970-01-01') / ${days} - 160 / ${days},
      (date '2026-03-01' - date '1970-01-01') / ${days} - 1) b`,
  ),
  `insert into click_events (program_id, received_at, day, click_uuid, is_test, link_id, partner_id, additional_data)
    select program_id, ${CLICKED_AT}, ${toDaySql(CLICKED_AT)}, gen_random_uuid(), false, link_id, partner_id,
      jsonb_build_object('sub', 's' || d % 3)
    from filled cross join generate_series(0, 30) d`,
  `insert into archived_clicks (program_id, slot, day, partner_id, link_id, clicks)
    select program_id, timestamptz '2025-09-01T00:00:00Z' + d * interval '1 day', date '2025-09-01' + d, partner_id, link_id, 4
    from filled cross join generate_series(0, 9) d`,
  `insert into customers (program_id, id, customer_key, status, partner_id, link_id, click_uuid, clicked_at, signup_at, signup_day,
      first_sale_at, first_purchase_at, first_purchase_day, sale_count, created_at) overriding system value
    select program_id, ${ID}, 'key-' || n || '-' || k, 'conversion', partner_id, link_id, gen_random_uuid(), ${AT}, ${AT}, ${DAY},
      ${AT}, ${AT}, ${DAY}, 1, ${AT}
    from filled f ${EACH}`,
  `insert into lead_events (program_id, id, is_test, customer_id, state, source, settled_by, received_at, settled_at)
    overriding system value
    select program_id, ${ID}, false, ${ID}, 'settled', 'server', 'server', ${AT}, ${AT} from filled f ${EACH}`,
  `insert into sale_events (program_id, id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring, customer_id,
      partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, reported_day,
      decision_code) overriding system value
    select program_id, ${ID}, false, 'order-' || n || '-' || k, 1000, 'USD', 'payment', false, ${ID}, partner_id, 'customer_key',
      gen_random_uuid(), ${AT}, ${AT}, ${AT}, ${DAY}, 'with_commission'
    from filled f ${EACH}`,
  `insert into refund_events (program_id, id, is_test, sale_id, kind, refund_id, amount_cents, source, received_at)
    overriding system value
    select program_id, ${ID}, false, ${ID}, 'refund', 'r-' || n || '-' || k, 100, 'merchant', ${AT}
    from filled f ${EACH} where k % 4 = 3`,
  `insert into commissions (program_id, id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency, status,
      hold_until, created_at, created_day, reversed_cents, paid_cents, payout_id) overriding system value
    select f.program_id, ${ID}, 'sale', ${ID}, ${ID}, partner_id, c.id, 200, 'USD', ${STATUS}, ${AT} + interval '30 days', ${AT}, ${DAY},
      case when k % 4 = 3 then 200 else 0 end, case when k % 4 = 2 then 200 else 0 end,
      case when k % 4 = 2 then ${ID} end
    from filled f ${EACH} join commission_policies c on c.program_id = f.program_id`,
  `insert into commission_changes (program_id, id, commission_id, from_status, to_status, from_amount_cents, to_amount_cents, actor,
      reason, changed_at) overriding system value
    select program_id, ${ID}, ${ID}, 'pending', ${STATUS}, 200, case when k % 4 = 3 then 0 else 200 end, 'system', 'it was due', ${AT}
    from filled f ${EACH} where k % 4 > 0`,
  `insert into payout_batches (program_id, id, kind, created_by, created_at) overriding system value
    select distinct program_id, ${BATCH}, 'batch', 'somebody', ${NOW} from filled ${EACH} on conflict do nothing`,
  `insert into payouts (program_id, id, batch_id, partner_id, currency, amount_cents, commissions, status, created_at, closed_by,
      closed_at) overriding system value
    select program_id, ${ID}, ${BATCH}, partner_id, 'USD', 200, 1, 'paid', ${AT}, 'somebody', ${AT} from filled f ${EACH} where k % 4 = 2`,
  `insert into payout_items (program_id, payout_id, commission_id, amount_cents, earned_at)
    select program_id, ${ID}, ${ID}, 200, ${AT} from filled f ${EACH} where k % 4 = 2`,
  `insert into claims (program_id, id, partner_id, transaction_id, note, state, decided_by, created_at, closed_at)
    overriding system value
    select program_id, ${ID}, partner_id, 'claimed-' || n || '-' || k, 'Mine.', case when k < 3 then 'open' else 'rejected' end,
      case when k > 2 then 'somebody' end, ${AT}, case when k > 2 then ${AT} end
    from filled f ${EACH}`,
  `insert into partner_statements (program_id, partner_id, month, currency, time_zone, opening_cents, earned_cents, reversed_cents,
      paid_cents, closing_cents, held_cents, lines, closed_at)
    select program_id, partner_id, to_char(date '2026-03-01' - m * interval '1 month', 'YYYY-MM'), 'USD', 'UTC', 0, 200, 0, 0, 200, 0, 2,
      ${NOW}
    from filled cross join generate_series(1, 6) m`,
  `insert into partner_statement_lines (program_id, partner_id, month, currency, commission_id, earned_cents, reversed_cents,
      paid_cents)
    select program_id, partner_id, to_char(date '2026-03-01' - (1 + k % 5) * interval '1 month', 'YYYY-MM'), 'USD', ${ID}, 200, 0, 0
    from filled f ${EACH}`,
  `insert into applications (program_id, id, email, name, answers, partner_id, status, version, steps, created_at, changed_at)
    overriding system value
    select program_id, 1000000 + n, 'p' || n || '@others.test', 'P', '[]', partner_id, 'approved', 2, 2, ${NOW}, ${NOW}
    from filled where n > 0`,
  `insert into application_steps (program_id, application_id, step, kind, at)
    select program_id, 1000000 + n, s, case s when 1 then 'applied' else 'approved' end, ${NOW}
    from filled cross join generate_series(1, 2) s where n > 0`,
  `insert into join_invitations (program_id, token_hash, email, invited_by, inviter_name, created_at, expires_at)
    select program_id, decode(md5(n || '-' || k), 'hex'), 'p' || n || '.' || k || '@others.test', 'somebody', 'Somebody', ${NOW}, ${NOW}
    from filled ${EACH}`,
  `insert into outbox_events (program_id, type, data, created_at, dispatched_at)
    select program_id, 'partner.approved', jsonb_build_object('partner_id', partner_id, 'name', 'P'), ${NOW}, ${NOW} from filled`,
  `insert into outbox_events (program_id, type, data, created_at, dispatched_at)
    select program_id, 'sale.created', jsonb_build_object('partner_id', partner_id), ${AT}, ${AT} from filled f ${EACH}`,
  `insert into mails (kind, cause, recipient, message_id, workspace_id, program_id, data, state, attempts, sent_at, created_at, expires_at)
    select 'new_application', 'applied:' || n, 'team@acme.test', 'a' || n, workspace_id, program_id,
      jsonb_build_object('email', 'p' || n || '@others.test'), 'sent', 1, ${NOW}, ${NOW}, ${NOW} from filled where n > 0`,
  `insert into payout_details (program_id, partner_id, version, method, sealed, created_at, usable_at)
    select program_id, partner_id, 1, 'paypal', 'sealed', ${NOW} - interval '9 days', ${NOW} - interval '6 days'
    from filled where n > 0`,
  `insert into mails (kind, cause, recipient, message_id, workspace_id, program_id, data, state, attempts, sent_at, created_at, expires_at)
    select 'partner_sale', 'filled:' || n || ':' || k, 'p' || n || '@others.test', 'm' || n || '-' || k, workspace_id, program_id, '{}',
      'sent', 1, ${AT}, ${AT}, ${AT} from filled f ${EACH} where n > 0`,
]
