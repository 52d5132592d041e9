import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** A claim to exclusive work. */
export interface Claim {
  name: string
  /** A UUID, new for each attempt. */
  holder: string
  /** Duration of each renewal. */
  leaseMs: number
}

// Citus doesn't write `clock_timestamp()` into its tables. The statement's start is used instead, so time spent waiting
// for a row shortens the lease.
const leaseEnd = ({ leaseMs }: Claim) =>
  sql<Date>`statement_timestamp() + ${leaseMs} * interval '1 millisecond'`

/** The time and lease duration that a claim is evaluated with. */
interface ClaimQuery {
  now: Date
  leaseMs: number
}

/**
 * SQL condition: whether a claim is held until the time in a column. A claim more than two durations ahead came from a
 * wrong clock and is ignored, because it would block all processes until then. Clocks must differ by less than a
 * claim's duration.
 */
export function isHeld(column: string, { now, leaseMs }: ClaimQuery): RawBuilder<boolean> {
  const latest = new Date(now.getTime() + 2 * leaseMs)
  return sql<boolean>`(${sql.ref(column)} > ${now}::timestamptz and ${sql.ref(column)} <= ${latest}::timestamptz)`
}

/** SQL condition: the opposite of `isHeld`. Also true without a claim. */
export function isFree(column: string, query: ClaimQuery): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} is null or not ${isHeld(column, query)})`
}

/**
 * Acquires a lease that is free, expired, or too far in the future because the database's clock was ahead. Doesn't
 * wait.
 * @returns whether it was acquired
 */
export async function acquireLease(queries: Queries, claim: Claim): Promise<boolean> {
  const { name, holder, leaseMs } = claim
  const updated = await sql`
    update leases set holder = ${holder}, until = ${leaseEnd(claim)}
    where name in (
      select name from leases where name = ${name} and (until <= statement_timestamp()
        or until > statement_timestamp() + ${2 * leaseMs} * interval '1 millisecond')
      for no key update skip locked)
    returning name`.execute(queries)
  if (updated.rows.length > 0) return true
  // An insert alone would wait for a concurrent change to the row.
  const existing = await sql`select name from leases where name = ${name}`.execute(queries)
  if (existing.rows.length > 0) return false
  const inserted = await sql`
    insert into leases (name, holder, until) values (${name}, ${holder}, ${leaseEnd(claim)})
    on conflict (name) do nothing returning name`.execute(queries)
  return inserted.rows.length > 0
}

/**
 * Renews the lease.
 * @returns whether it was still held
 */
export async function renewLease(queries: Queries, claim: Claim): Promise<boolean> {
  const { name, holder } = claim
  const { rows } = await sql`
    update leases set until = ${leaseEnd(claim)}
    where name = ${name} and holder = ${holder} and until > statement_timestamp()
    returning name`.execute(queries)
  return rows.length > 0
}

/** Locks a held lease until the transaction ends, however long that takes. @returns whether it was still held */
export async function holdLease(transaction: Transaction<Schema>, { name, holder }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select name from leases where name = ${name} and holder = ${holder} and until > statement_timestamp()
    for no key update`.execute(transaction)
  return rows.length > 0
}

/** Renews a lease locked by `holdLease`. */
export async function extendLease(transaction: Transaction<Schema>, claim: Claim): Promise<void> {
  const { name, holder } = claim
  await sql`
    update leases set until = ${leaseEnd(claim)} where name = ${name} and holder = ${holder}`.execute(
    transaction,
  )
}

/** Releases the lease, so that the next process doesn't have to wait until it expires. */
export async function releaseLease(queries: Queries, { name, holder }: Claim): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(queries)
}
