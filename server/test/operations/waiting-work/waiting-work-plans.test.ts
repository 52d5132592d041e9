import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../../../src/core/database/database.ts'
import {
  countAwaitingReview,
  listCommissions,
} from '../../../src/earnings/commissions/list-commissions.sql.ts'
import { countOpenPayouts } from '../../../src/earnings/payouts/list-payouts.sql.ts'
import { PAID_STATES } from '../../../src/earnings/payouts/next-payout.rule.ts'
import { countPartnersDue } from '../../../src/earnings/payouts/payouts.sql.ts'
import { countPendingApplications } from '../../../src/partners/enrollments/applications.sql.ts'
import { countOpenClaims } from '../../../src/portal/inquiries/claims.sql.ts'
import { rebuildSums } from '../../../src/statistics/commission-sums.sql.ts'
import { countUnresolvedEvents } from '../../../src/tracking/processors/events-for-review.sql.ts'
import { createTestProgram, startTestService, type TestProgram } from '../../harness.ts'

const service = await startTestService({ ownDatabase: true })
const { kysely } = service.database
const now = service.clock.now()
let program: TestProgram

const ROWS = 20_000
const MOST = 100

/** One in every 2,000 rows is waiting. */
const isWaiting = sql<boolean>`n % 2000 = 0`

beforeAll(async () => {
  program = await createTestProgram(service)
  await kysely.transaction().execute(async (transaction) => {
    // Without foreign keys and triggers. The totals are computed afterwards.
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const rows of [applications(), claims(), events(), payouts(), enrollments(), commissions()])
      await rows.execute(transaction)
    await rebuildSums(transaction, program.id)
  })
  await sql`analyze`.execute(kysely)
}, 60_000)

const at = sql`${now}::timestamptz - n * interval '1 minute'`
const numbers = sql`generate_series(1, ${ROWS}::int) n`

const applications = () => sql`
  insert into applications (program_id, email, name, answers, status, version, steps, created_at, changed_at)
  select ${program.id}, n || '@a.test', 'Ada', '[]', case when ${isWaiting} then 'pending' else 'approved' end, 1, 1, ${at},
    ${at} from ${numbers}`

const claims = () => sql`
  insert into claims (program_id, partner_id, transaction_id, note, state, message, decided_by, created_at, closed_at)
  select ${program.id}, ${program.partnerId}, n, 'Mine.', case when ${isWaiting} then 'open' else 'rejected' end,
    case when ${isWaiting} then null else 'No.' end, case when ${isWaiting} then null else 'sam' end, ${at},
    case when ${isWaiting} then null else ${at} end from ${numbers}`

const events = () => sql`
  insert into events_for_review (program_id, processor, event_id, type, reason, occurred_at, created_at, resolved_at)
  select ${program.id}, 'stripe', n, 'charge.refunded', 'unreadable', ${at}, ${at},
    case when ${isWaiting} then null else ${at} end from ${numbers}`

const payouts = () => sql`
  insert into payouts (program_id, batch_id, partner_id, currency, amount_cents, commissions, status, created_at, closed_at,
    closed_by)
  select ${program.id}, n, ${program.partnerId}, 'USD', 100, 1, case when ${isWaiting} then 'open' else 'paid' end, ${at},
    case when ${isWaiting} then null else ${at} end, case when ${isWaiting} then null else 'sam' end from ${numbers}`

/** Partners with ids from 100,001, each with a few payable commissions. */
const enrollments = () => sql`
  insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at, created_day)
  select ${program.id}, 100000 + n, ${program.workspaceId}, 'approved', ${at}, ${now}::date
  from generate_series(1, 2000) n`

/** A quarter payable, a quarter paid, half pending with a few whose hold has ended. */
const commissions = () => sql`
  insert into commissions (program_id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency, status,
    hold_until, created_at, paid_cents, approved_at)
  select ${program.id}, 'sale', n, 1, 100001 + n % 2000, 1, 500, 'USD',
    case n % 4 when 0 then 'pending' when 1 then 'approved' when 2 then 'paid' else 'pending' end,
    ${now}::timestamptz + case when n % 2000 = 0 then interval '-1 day' else interval '30 days' end, ${at},
    case when n % 4 = 2 then 500 else 0 end, case when n % 4 in (1, 2) then ${at} end from ${numbers}`

describe('counting waiting work reads little more than what it counts', () => {
  const awaiting = { isReviewed: true, now }
  const everything = {
    currency: undefined,
    partnerIds: undefined,
    minimumCents: undefined,
    minimums: {},
    payees: { states: PAID_STATES, detailsAt: undefined },
  }
  test.each<[string, number, number, (queries: Queries) => Promise<number>]>([
    ['applications', 10, 15, (queries) => countPendingApplications(queries, program.id, MOST)],
    ['claims', 10, 15, (queries) => countOpenClaims(queries, program.id, MOST)],
    ['events for review', 10, 15, (queries) => countUnresolvedEvents(queries, program.id, MOST)],
    ['open payouts', 10, 15, (queries) => countOpenPayouts(queries, program.id, MOST)],
    ['commissions to review', 10, 15, (queries) => countAwaitingReview(queries, program.id, awaiting, MOST)],
    // Stops after 100 of 2,000 partners: reads their commissions and enrollments and nothing else.
    [
      'partners due a payout',
      100,
      1500,
      (queries) => countPartnersDue(queries, program.id, everything, MOST),
    ],
  ])('%s', async (_name, expected, most, count) => {
    expect(await countRowReads(async (queries) => expect(await count(queries)).toBe(expected))).toBeLessThan(
      most,
    )
  })

  test('a page of commissions to review', async () => {
    const filter = {
      ...{ status: undefined, kind: undefined, partnerId: undefined, currency: undefined },
      ...{ from: undefined, to: undefined, awaitingReview: awaiting },
    }
    const page = { rows: 50, after: undefined }
    expect(await countRowReads((queries) => listCommissions(queries, program.id, filter, page))).toBeLessThan(
      500,
    )
  })
})

/** Returns the number of rows that `work` reads from all tables. */
function countRowReads(work: (queries: Queries) => Promise<unknown>): Promise<number> {
  return kysely.transaction().execute(async (transaction) => {
    const before = await countReads(transaction)
    await work(transaction)
    return (await countReads(transaction)) - before
  })
}

async function countReads(queries: Queries): Promise<number> {
  const { rows } = await READS.execute(queries)
  return rows[0]?.rows ?? 0
}

const READS: RawBuilder<{ rows: number }> = sql`
  select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
  from pg_stat_xact_user_tables where schemaname = 'public'`
