import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { OPEN_APPLICATION_STATUSES } from '../../core/enums.ts'
import { mailLimits } from './limits.ts'
import type { WaitingApplication } from './mail.ts'

/**
 * Returns programs in which this address is a partner, regardless of their status, at most `rows`; sandboxes don't
 * count (D52).
 */
export async function listProgramsByPartner(
  queries: Queries,
  email: string,
  rows: number,
): Promise<number[]> {
  const candidates = await queries
    .selectFrom('partners as p')
    .innerJoin('workspace_programs as w', 'w.workspace_id', 'p.workspace_id')
    .select(['w.program_id', 'p.id'])
    .where('p.email', '=', email)
    .execute()
  const programs = await listProductionPrograms(
    queries,
    candidates.map(({ program_id }) => program_id),
  )
  if (programs.length === 0) return []
  const partners = [...new Set(candidates.map(({ id }) => id))]
  const enrollments = await queries
    .selectFrom('program_enrollments')
    .select('program_id')
    .where('program_id', '=', sql<number>`any (${programs}::bigint[])`)
    .where('partner_id', '=', sql<number>`any (${partners}::bigint[])`)
    .limit(rows)
    .execute()
  return enrollments.map(({ program_id }) => program_id)
}

/** Lists the undecided applications from an address, newest first, at most `rows`; sandboxes don't count (D52). */
export async function listWaitingApplications(
  queries: Queries,
  email: string,
  rows: number,
): Promise<WaitingApplication[]> {
  const open = await queries
    .selectFrom('applications')
    .select(['program_id', 'status'])
    .where('email', '=', email)
    .where('status', 'in', OPEN_APPLICATION_STATUSES)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mailLimits.applicationsPerAddress)
    .execute()
  if (open.length === 0) return []
  const programs = await queries
    .selectFrom('programs')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any (${open.map(({ program_id }) => program_id)}::bigint[])`)
    .where('sandbox', '=', false)
    .execute()
  const names = new Map(programs.map(({ id, name }) => [id, name]))
  return open
    .flatMap(({ program_id, status }) => {
      const programName = names.get(program_id)
      const openStatus = OPEN_APPLICATION_STATUSES.find((one) => one === status)
      return programName === undefined || openStatus === undefined
        ? []
        : [{ programName, status: openStatus }]
    })
    .slice(0, rows)
}

/** Returns which of these programs aren't sandboxes. */
async function listProductionPrograms(queries: Queries, programIds: readonly number[]): Promise<number[]> {
  if (programIds.length === 0) return []
  const real = await queries
    .selectFrom('programs')
    .select('id')
    .where('id', '=', sql<number>`any (${[...programIds]}::bigint[])`)
    .where('sandbox', '=', false)
    .execute()
  return real.map(({ id }) => id)
}

/** Returns whether the link with this hash is still valid. */
export async function isSignInLinkOpen(queries: Queries, tokenHash: Buffer, now: Date): Promise<boolean> {
  const link = await queries
    .selectFrom('partner_sign_in_links')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/**
 * Returns whether an address belongs to a partner of the program, and keeps them from closing their account
 * until the transaction ends.
 */
export async function shareLockPartnerByEmail(
  queries: Queries,
  programId: number,
  email: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('partners as r', (join) =>
      join.onRef('r.workspace_id', '=', 'pp.workspace_id').onRef('r.id', '=', 'pp.partner_id'),
    )
    .select(['r.workspace_id', 'r.id'])
    .where('pp.program_id', '=', programId)
    .where('r.email', '=', email)
    .executeTakeFirst()
  if (row === undefined) return false
  const lockedRow = await queries
    .selectFrom('partners')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', row.id)
    .where('email', '=', email)
    .forKeyShare()
    .executeTakeFirst()
  return lockedRow !== undefined
}

/** Returns these partners' addresses. */
export async function listPartnerRecipients(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
) {
  if (partnerIds.length === 0) return []
  return queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('partners as r', (join) =>
      join.onRef('r.workspace_id', '=', 'pp.workspace_id').onRef('r.id', '=', 'pp.partner_id'),
    )
    .select(['pp.partner_id', 'r.email'])
    .where('pp.program_id', '=', programId)
    .where(sql<boolean>`pp.partner_id = any (${[...partnerIds]}::bigint[])`)
    .execute()
}
