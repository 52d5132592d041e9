import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { StatDelta } from '../../core/database/stat-delta.ts'
import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import { NO_CURRENCY } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { publish } from '../../notifications/outbox/outbox.sql.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { insertLeadCommission } from './lead.sql.ts'
import type { LeadData } from './lead.ts'

export interface SettledLead {
  lead_id: number
  customer_id: number
  partner_id: number
}

/**
 * Counts a settled lead from any source on its signup day and creates its per-lead commission (D21, D23).
 * @throws {WriteConflictError} the program's days have been recalculated in the meantime: roll back and retry
 */
export async function countSettledLead(
  { deps, transaction, at }: TransactionContext,
  program: LeadData['program'],
  { lead, signupAt }: { lead: SettledLead; signupAt: Date },
): Promise<void> {
  const { id, time_zone: timeZone } = program
  await publish(transaction, id, { type: 'lead.settled', data: { ...lead }, at })
  const paid = await payPerLead(transaction, program, lead, at)
  const { customer_id } = lead
  const day = reportDay(signupAt, timeZone)
  const delta: StatDelta = { day, currency: NO_CURRENCY, customer_id, leads: 1 }
  const deltas = paid === undefined ? [delta] : [delta, paid]
  if (!(await addDailyStats(transaction, id, { timeZone, deltas, shard: randomShard(deps.ids) }))) {
    throw new WriteConflictError()
  }
}

/** Creates a lead's commission if the program pays per lead. */
async function payPerLead(
  transaction: Transaction<Schema>,
  program: LeadData['program'],
  lead: SettledLead,
  at: Date,
): Promise<StatDelta | undefined> {
  const { per_lead_amount_cents: amount_cents, per_lead_currency: currency } = program
  if (amount_cents === null || currency === null) return undefined
  const hold_until = new Date(at.getTime() + program.hold_period_days * DAY_MS)
  const { lead_id, customer_id, partner_id } = lead
  const commission = { customer_id, partner_id, amount_cents, currency, hold_until }
  const day = reportDay(at, program.time_zone)
  const commission_id = await insertLeadCommission(transaction, {
    ...commission,
    program_id: program.id,
    lead_id,
    created_at: at,
    created_day: day,
  })
  const data = { ...commission, commission_id, sale_id: null }
  await publish(transaction, program.id, { type: 'commission.created', data, at })
  return { day, currency, customer_id, commission_cents: BigInt(amount_cents) }
}
