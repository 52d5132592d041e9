import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { Language } from '../../core/enums.ts'

/** A partner account's program enrollment. */
export type EnrollmentRow = QueryRow<typeof findProgramEnrollment>

/** An email's enrollments, in all workspaces or in one, or a delegated session's enrollment. */
export interface PartnerScope {
  email: string
  workspace_id: string | null
  visit?: { program_id: number; partner_id: number } | undefined
}

/** Loads the program if the account is enrolled in it. */
export function findProgramEnrollment(queries: Queries, programId: number, scope: PartnerScope) {
  const query = selectEnrollments(queries, scope)
    .where('p.id', '=', programId)
    .where('pp.program_id', '=', programId)
  return query.executeTakeFirst()
}

/**
 * Lists an account's programs: those with earnings, then approved ones, then the rest, newest first within each group.
 * Anyone can enroll an email in their own programs; this order keeps those programs from displacing real ones.
 */
export async function listProgramEnrollments(
  queries: Queries,
  scope: PartnerScope,
  rows: number,
): Promise<EnrollmentRow[]> {
  let candidates = queries
    .selectFrom('partners as r')
    .innerJoin('workspace_programs as w', 'w.workspace_id', 'r.workspace_id')
    .select('w.program_id')
    .where('r.email', '=', scope.email)
  if (scope.workspace_id !== null) candidates = candidates.where('r.workspace_id', '=', scope.workspace_id)
  const ids = (await candidates.execute()).map(({ program_id }) => program_id)
  if (ids.length === 0) return []
  const enrollments = selectEnrollments(queries, scope)
    .where('p.id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('pp.program_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy(sql`pp.status = 'approved'`, 'desc')
    .orderBy('pp.created_at', 'desc')
    .orderBy('p.id', 'desc')
  const withEarnings = await enrollments.where(hasEarned).limit(rows).execute()
  if (withEarnings.length === rows) return withEarnings
  // Uses one statement, because an enrollment that gets its first earning between two statements would be in neither.
  const listedIds = withEarnings.map(({ id }) => id)
  const otherEnrollments = await enrollments
    .where(sql<boolean>`pp.program_id <> all (${listedIds}::bigint[])`)
    .limit(rows - withEarnings.length)
    .execute()
  return [...withEarnings, ...otherEnrollments]
}

const hasEarned = sql<boolean>`exists (
  select from commissions c where c.program_id = pp.program_id and c.partner_id = pp.partner_id)`

function selectEnrollments(queries: Queries, { email, workspace_id, visit }: PartnerScope) {
  let query = queries
    .selectFrom('program_enrollments as pp')
    .innerJoin('programs as p', 'p.id', 'pp.program_id')
    .innerJoin('partners as r', (join) =>
      join.onRef('r.workspace_id', '=', 'pp.workspace_id').onRef('r.id', '=', 'pp.partner_id'),
    )
    .leftJoin('portal_settings as ps', 'ps.program_id', 'pp.program_id')
    .leftJoin('program_brands as b', 'b.program_id', 'pp.program_id')
    .select([
      'p.id',
      'p.workspace_id',
      'p.name',
      'p.status',
      'p.site_url',
      'p.redirect_domain',
      'p.time_zone',
      'p.created_at',
      'p.sandbox',
      'p.clock_ahead_ms',
      'pp.partner_id',
      'pp.group_id',
      'r.name as partner_name',
      'pp.status as partner_status',
      'pp.payout_hold_reason',
      'pp.created_at as joined_at',
      sql<Language>`coalesce(ps.language, 'en')`.as('language'),
      'b.slug as brand_slug',
      'b.color as brand_color',
      'b.logo_digest',
    ])
    .where('r.email', '=', email)
  if (workspace_id !== null) query = query.where('pp.workspace_id', '=', workspace_id)
  return visit === undefined
    ? query
    : query.where('pp.program_id', '=', visit.program_id).where('pp.partner_id', '=', visit.partner_id)
}
