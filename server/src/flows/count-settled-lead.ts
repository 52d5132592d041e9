import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import type { LeadFacts } from '../rules/lead-settlement.ts'
import { reportDay } from '../rules/report-day.ts'
import { addDailyStats, type StatDelta } from '../store/daily-stats.ts'
import { insertLeadCommission } from '../store/lead.ts'
import { tell } from '../store/outbox.ts'
import type { Schema } from '../store/schema.ts'
import { anyShard } from './any-shard.ts'
import { LostRace } from './lost-race.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A settled lead counts on its signup day and pays its per-lead commission now (D21, D23), whoever settled it.
 * @throws {LostRace} roll back and try again: the program's days were counted anew in between
 */
export async function countSettledLead(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  program: LeadFacts['program'],
  lead: SettledLead,
  signupAt: Date,
  now: Date,
): Promise<void> {
  const { id, time_zone } = program
  const told = { lead_id: lead.id, customer_id: lead.customer_id, partner_id: lead.partner_id }
  await tell(transaction, id, 'lead.settled', told, now)
  const paid = await payPerLead(transaction, program, lead, now)
  const counted: StatDelta = { day: reportDay(signupAt, time_zone), currency: 'XXX', leads: 1 }
  const deltas = paid === undefined ? [counted] : [counted, paid]
  const shard = anyShard(deps.ids)
  if (!(await addDailyStats(transaction, id, time_zone, deltas, shard))) throw new LostRace()
}

interface SettledLead {
  id: number
  customer_id: number
  partner_id: number
}

/** Makes the commission of a lead, where the program pays one. */
async function payPerLead(
  transaction: Transaction<Schema>,
  program: LeadFacts['program'],
  lead: SettledLead,
  now: Date,
): Promise<StatDelta | undefined> {
  const { per_lead_amount_cents: amount_cents, per_lead_currency: currency } = program
  if (amount_cents === null || currency === null) return undefined
  const hold_until = new Date(now.getTime() + program.hold_period_days * DAY_MS)
  const { customer_id, partner_id } = lead
  const commission = { customer_id, partner_id, amount_cents, currency, hold_until }
  const commission_id = await insertLeadCommission(transaction, {
    ...commission,
    program_id: program.id,
    lead_id: lead.id,
    created_at: now,
  })
  const told = { ...commission, commission_id, sale_id: null }
  await tell(transaction, program.id, 'commission.created', told, now)
  return { day: reportDay(now, program.time_zone), currency, commission_cents: BigInt(amount_cents) }
}
