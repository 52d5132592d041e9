import { sql, type Transaction } from 'kysely'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

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

/** Takes a lease that nobody has, or that has run out. It waits for nobody. @returns whether it is ours */
export async function takeLease(queries: Queries, claim: Claim): Promise<boolean> {
  const { name, holder } = claim
  const taken = await sql`
    update leases set holder = ${holder}, until = ${untilOf(claim)}
    where name in (
      select name from leases where name = ${name} and until <= statement_timestamp() for no key update skip locked)
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
