import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { PartnerStatus } from '../../core/enums.ts'

/** Loads the program's partners with one of these emails, and their status. */
export async function findStatusesByEmail(
  queries: Queries,
  programId: number,
  { workspaceId, emails }: { workspaceId: string; emails: readonly string[] },
): Promise<Map<string, PartnerStatus>> {
  const rows = await queries
    .selectFrom('partners as p')
    .innerJoin('program_enrollments as pp', (join) =>
      join.onRef('pp.workspace_id', '=', 'p.workspace_id').onRef('pp.partner_id', '=', 'p.id'),
    )
    .select(['p.email', 'pp.status'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.email', '=', sql<string>`any (${emails}::text[])`)
    .where('pp.program_id', '=', programId)
    .execute()
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** Loads a program's active groups. With a lock, they stay active until the transaction ends. */
export async function findGroupsByName(
  queries: Queries,
  programId: number,
  { isHeld }: { isHeld: boolean },
): Promise<Map<string, number>> {
  const query = queries
    .selectFrom('partner_groups')
    .select(['id', 'name'])
    .where('program_id', '=', programId)
    .where('ended_at', 'is', null)
    .orderBy('id')
  const rows = await (isHeld ? query.forShare() : query).execute()
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** Loads and locks applications like `lockApplication`, for many emails in a fixed order. */
export function lockApplicationsByEmail(queries: Queries, programId: number, emails: readonly string[]) {
  return queries
    .selectFrom('applications')
    .selectAll()
    .where('program_id', '=', programId)
    .where('email', '=', sql<string>`any (${emails}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Finds or inserts many partners like `findOrInsertPartner`.
 * @returns the partner of each email
 */
export async function findOrInsertPartners(
  transaction: Transaction<Schema>,
  workspaceId: string,
  partners: readonly { name: string; email: string; created_at: Date }[],
): Promise<Map<string, number>> {
  const insertedPartners = await transaction
    .insertInto('partners')
    .values(partners.map((partner) => ({ workspace_id: workspaceId, ...partner })))
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doNothing())
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(insertedPartners.map(({ id, email }) => [email, id]))
  const otherEmails = partners.map(({ email }) => email).filter((email) => !ids.has(email))
  if (otherEmails.length === 0) return ids
  const rows = await transaction
    .selectFrom('partners')
    .select(['id', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', sql<string>`any (${otherEmails}::text[])`)
    .execute()
  for (const { id, email } of rows) ids.set(email, id)
  return ids
}

interface NewPartnerProgram {
  program_id: number
  partner_id: number
  workspace_id: string
  status: PartnerStatus
  created_at: Date
  created_day: string
  decided_at: Date | null
  group_id: number | null
}

/**
 * Enrolls new partners with their groups.
 * @returns the number of partners that were not enrolled before
 */
export async function insertProgramEnrollments(
  transaction: Transaction<Schema>,
  rows: readonly NewPartnerProgram[],
): Promise<number> {
  const insertedRows = await transaction
    .insertInto('program_enrollments')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['program_id', 'partner_id']).doNothing())
    .returning('partner_id')
    .execute()
  const rowsWithGroup = rows.filter(({ group_id }) => group_id !== null)
  if (rowsWithGroup.length === 0 || insertedRows.length < rows.length) return insertedRows.length
  await transaction
    .insertInto('partner_group_changes')
    .values(
      rowsWithGroup.map(({ program_id, partner_id, group_id, created_at }) => ({
        program_id,
        partner_id,
        seq: 1,
        group_id,
        at: created_at,
      })),
    )
    .execute()
  return insertedRows.length
}

/**
 * Inserts many links like `insertLink`.
 * @returns the codes that were not taken
 */
export async function insertLinks(
  transaction: Transaction<Schema>,
  links: readonly { program_id: number; partner_id: number; code: string; created_at: Date }[],
): Promise<Set<string>> {
  const insertedRows = await transaction
    .insertInto('links')
    .values(links)
    .onConflict((conflict) => conflict.columns(['program_id', 'code']).doNothing())
    .returning(['id', 'code', 'program_id'])
    .execute()
  if (insertedRows.length === 0) return new Set()
  const insertedCodes = await transaction
    .insertInto('link_codes')
    .values(insertedRows.map(({ id, code, program_id }) => ({ code, program_id, link_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute()
  return new Set(insertedCodes.map(({ code }) => code))
}

/** Counts a workspace's welcome emails that were sent or queued since a given time. */
export async function countWelcomeMails(
  queries: Queries,
  { workspaceId, since }: { workspaceId: string; since: Date },
): Promise<number> {
  const row = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', since)
    .where('kind', '=', 'application_approved')
    .where('cause', 'like', `${WELCOME_CAUSE}%`)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return row.mails
}

/** Cause prefix of emails to partners whom the team added or imported. */
export const WELCOME_CAUSE = 'partner_added:'
