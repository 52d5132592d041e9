import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** A work that one process does at a time, and who of them asks. */
export interface Claim {
  name: string
  /** A UUID of its own for each time that somebody sets to work. */
  holder: string
  /** How long it is the holder's after each renewal. */
  leaseMs: number
}

// Citus writes no `clock_timestamp()` into its tables. This is when the statement came, so that whoever waits for a row
// has it for no longer than that.
const untilOf = ({ leaseMs }: Claim) =>
  sql<Date>`statement_timestamp() + ${leaseMs} * interval '1 millisecond'`

/** When one asks whether a claim holds, and for how long such a claim is made. */
interface Asked {
  now: Date
  leaseMs: number
}

/**
 * Whether somebody has what is claimed until the time of a column. A claim that would hold for longer than two of its
 * length from now was made by a clock that was wrong, and would keep everybody away until that time: it counts as none.
 * Clocks may differ by less than a claim lasts; one that is further ahead takes what others have in any case.
 */
export function isHeld(column: string, { now, leaseMs }: Asked): RawBuilder<boolean> {
  const most = new Date(now.getTime() + 2 * leaseMs)
  return sql<boolean>`(${sql.ref(column)} > ${now}::timestamptz and ${sql.ref(column)} <= ${most}::timestamptz)`
}

/** The opposite, where nobody has claimed it included. */
export function isFree(column: string, asked: Asked): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} is null or not ${isHeld(column, asked)})`
}

/**
 * Takes a lease that nobody has, that has run out, or that `isHeld` would not believe: the clock of the database was
 * ahead. It waits for nobody.
 * @returns whether it is ours
 */
export async function takeLease(queries: Queries, claim: Claim): Promise<boolean> {
  const { name, holder, leaseMs } = claim
  const taken = await sql`
    update leases set holder = ${holder}, until = ${untilOf(claim)}
    where name in (
      select name from leases where name = ${name} and (until <= statement_timestamp()
        or until > statement_timestamp() + ${2 * leaseMs} * interval '1 millisecond')
      for no key update skip locked)
    returning name`.execute(queries)
  if (taken.rows.length > 0) return true
  // Not by the insert alone: it would wait for whoever is changing the row.
  const there = await sql`select name from leases where name = ${name}`.execute(queries)
  if (there.rows.length > 0) return false
  const made = await sql`
    insert into leases (name, holder, until) values (${name}, ${holder}, ${untilOf(claim)})
    on conflict (name) do nothing returning name`.execute(queries)
  return made.rows.length > 0
}

/** @returns whether it was still ours */
export async function renewLease(queries: Queries, claim: Claim): Promise<boolean> {
  const { name, holder } = claim
  const { rows } = await sql`
    update leases set until = ${untilOf(claim)}
    where name = ${name} and holder = ${holder} and until > statement_timestamp()
    returning name`.execute(queries)
  return rows.length > 0
}

/** Keeps a lease from everybody until the transaction ends, however long that takes. @returns whether it was still ours */
export async function holdLease(transaction: Transaction<Schema>, { name, holder }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select name from leases where name = ${name} and holder = ${holder} and until > statement_timestamp()
    for no key update`.execute(transaction)
  return rows.length > 0
}

/** Renews what `holdLease` holds. */
export async function extendLease(transaction: Transaction<Schema>, claim: Claim): Promise<void> {
  const { name, holder } = claim
  await sql`
    update leases set until = ${untilOf(claim)} where name = ${name} and holder = ${holder}`.execute(
    transaction,
  )
}

/** Whoever comes next need not wait until it runs out. */
export async function releaseLease(queries: Queries, { name, holder }: Claim): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(queries)
}
