import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { countRows, type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Answer, Schema } from '../../core/database/schema.ts'
import { findByWords, type WordMatches } from '../../core/database/word-search.sql.ts'
import type { ApplicationStatus, ApplicationStep, Language } from '../../core/enums.ts'

export type ApplicationRow = Selectable<Schema['applications']>

export interface NewApplication {
  program_id: number
  email: string
  name: string
  website: string | null
  answers: readonly Answer[]
  terms_version: number | null
  invitation_id: number | null
  status: ApplicationStatus
  language: Language
  at: Date
}

/** Inserts an application. @returns undefined if the program already has one with this email */
export function insertApplication(
  transaction: Transaction<Schema>,
  { answers, at, ...application }: NewApplication,
) {
  return transaction
    .insertInto('applications')
    .values({
      ...application,
      answers: JSON.stringify(answers),
      partner_id: null,
      version: 1,
      steps: 1,
      created_at: at,
      changed_at: at,
    })
    .onConflict((conflict) => conflict.columns(['program_id', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Loads and locks an application. Take this lock before changing the application or its partner. */
export function lockApplication(queries: Queries, programId: number, by: { id: number } | { email: string }) {
  const query = queries.selectFrom('applications').selectAll().where('program_id', '=', programId)
  const filtered = 'id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email)
  return filtered.forNoKeyUpdate().executeTakeFirst()
}

/** The fields that a step changes. A new `status` increments the version. */
export interface ApplicationChange {
  status?: ApplicationStatus
  partner_id?: number
  invitation_id?: number
}

export interface NewStep {
  kind: ApplicationStep
  actorId: string | null
  message?: string | null
  answers?: readonly Answer[]
  at: Date
}

/** Loads and locks applications in ID order, so that two batches can't deadlock. */
export function lockApplications(transaction: Transaction<Schema>, programId: number, ids: number[]) {
  return transaction
    .selectFrom('applications')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Adds a step to a locked application and applies its changes. */
export async function addStep(
  transaction: Transaction<Schema>,
  application: ApplicationRow,
  step: NewStep,
  change: ApplicationChange = {},
): Promise<ApplicationRow> {
  const { program_id, id, steps, version } = application
  const updatedRow = await transaction
    .updateTable('applications')
    .set({
      ...change,
      steps: steps + 1,
      version: change.status === undefined ? version : version + 1,
      changed_at: step.at,
    })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('steps', '=', steps)
    .returningAll()
    .executeTakeFirst()
  if (updatedRow === undefined) throw new Error(`application ${id} was changed without its lock`)
  await insertStep(transaction, updatedRow, step)
  return updatedRow
}

/** Inserts an application's latest step. */
export async function insertStep(
  queries: Queries,
  application: ApplicationRow,
  step: NewStep,
): Promise<void> {
  await queries
    .insertInto('application_steps')
    .values({
      program_id: application.program_id,
      application_id: application.id,
      step: application.steps,
      kind: step.kind,
      actor_id: step.actorId,
      message: step.message ?? null,
      answers: step.answers === undefined ? null : JSON.stringify(step.answers),
      at: step.at,
    })
    .execute()
}

/** Sets an application's partner without adding a step. */
export async function setApplicationPartner(
  transaction: Transaction<Schema>,
  { program_id, id }: ApplicationRow,
  partnerId: number,
): Promise<void> {
  await transaction
    .updateTable('applications')
    .set({ partner_id: partnerId })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute()
}

export async function countApplicationSteps(
  queries: Queries,
  { program_id, id }: ApplicationRow,
  kind: ApplicationStep,
): Promise<number> {
  const row = await queries
    .selectFrom('application_steps')
    .select(({ fn }) => fn.countAll<number>().as('steps'))
    .where('program_id', '=', program_id)
    .where('application_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return row.steps
}

export type StepRow = QueryRow<typeof listSteps>

/** Lists the steps in the order in which they were applied. */
export function listSteps(queries: Queries, programId: number, applicationId: number) {
  return queries
    .selectFrom('application_steps as s')
    .leftJoin('users as u', 'u.id', 's.actor_id')
    .select(['s.step', 's.kind', 's.actor_id', 'u.name as actor_name', 's.message', 's.answers', 's.at'])
    .where('s.program_id', '=', programId)
    .where('s.application_id', '=', applicationId)
    .orderBy('s.step')
    .execute()
}

export interface ApplicationFilter {
  status: ApplicationStatus | undefined
  search: string | undefined
  /** Only the application that belongs to this partner. */
  partnerId: number | undefined
}

export async function listApplications(
  queries: Queries,
  programId: number,
  filter: ApplicationFilter,
  page: PageRequest,
) {
  const matches = await searchApplications(queries, programId, filter)
  const query = selectMatching(queries, programId, filter, matches)
  return selectPage(query.selectAll(), 'a.created_at', 'a.id', page)
}

/** Lists the matching applications with what a bulk decision needs, newest first, up to `rows`. */
export async function selectApplications(
  queries: Queries,
  programId: number,
  filter: ApplicationFilter,
  rows: number,
) {
  const matches = await searchApplications(queries, programId, filter)
  return selectMatching(queries, programId, filter, matches)
    .select(['a.id', 'a.version', 'a.status'])
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(rows)
    .execute()
}

async function searchApplications(
  queries: Queries,
  programId: number,
  { search }: ApplicationFilter,
): Promise<WordMatches | undefined> {
  if (search === undefined) return undefined
  return findByWords(queries, 'applications', { search, where: sql`w.program_id = ${programId}` })
}

function selectMatching(
  queries: Queries,
  programId: number,
  { status, partnerId }: ApplicationFilter,
  matches: WordMatches | undefined,
) {
  let query = queries.selectFrom('applications as a').where('a.program_id', '=', programId)
  if (status !== undefined) query = query.where('a.status', '=', status)
  if (partnerId !== undefined) query = query.where('a.partner_id', '=', partnerId)
  if (matches === undefined) return query
  return 'ids' in matches
    ? query.where('a.id', '=', sql<number>`any (${matches.ids}::bigint[])`)
    : query.where(matches.isMatch('a'))
}

/** Counts applications that are waiting for a decision, up to `maxCount`. */
export async function countPendingApplications(
  queries: Queries,
  programId: number,
  maxCount: number,
): Promise<number> {
  const pending = queries
    .selectFrom('applications')
    .select('id')
    .where('program_id', '=', programId)
    .where('status', '=', 'pending')
  return countRows(pending, maxCount)
}

export function findApplication(queries: Queries, programId: number, id: number) {
  return queries
    .selectFrom('applications')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Records that a solution was used.
 * @returns false if it was used before
 */
export async function consumeChallenge(
  queries: Queries,
  spentChallenge: { program_id: number; challenge: string; expires_at: Date },
): Promise<boolean> {
  const row = await queries
    .insertInto('spent_challenges')
    .values(spentChallenge)
    .onConflict((conflict) => conflict.columns(['program_id', 'challenge']).doNothing())
    .returning('program_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists programs with data to delete (`purgeOnboarding`). */
export async function listProgramsToPurge(
  queries: Queries,
  { now, rejectedBefore }: { now: Date; rejectedBefore: Date },
  programs: number,
): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select distinct x.program_id from (
      select c.program_id from spent_challenges c where c.expires_at <= ${now}::timestamptz
      union all
      select i.program_id from join_invitations i where i.expires_at <= ${rejectedBefore}::timestamptz
      union all
      select a.program_id from applications a
      where a.status = 'rejected' and a.changed_at <= ${rejectedBefore}::timestamptz
    ) x limit ${programs}`.execute(queries)
  return rows.map(({ program_id }) => program_id)
}

/**
 * Deletes a batch of a program's used challenges, old invitations and rejected applications.
 * @returns the number of deleted rows
 */
export async function purgeOnboarding(
  queries: Queries,
  programId: number,
  { now, rejectedBefore, rows }: { now: Date; rejectedBefore: Date; rows: number },
): Promise<number> {
  const spent = await sql`
    with ended as (
      select c.challenge from spent_challenges c
      where c.program_id = ${programId} and c.expires_at <= ${now}::timestamptz
      order by c.challenge limit ${rows} for update skip locked
    )
    delete from spent_challenges as c using ended
    where c.program_id = ${programId} and c.challenge = ended.challenge
    returning c.challenge`.execute(queries)
  const invitations = await sql`
    with ended as (
      select i.id from join_invitations i
      where i.program_id = ${programId} and i.expires_at <= ${rejectedBefore}::timestamptz
      order by i.id limit ${rows} for update skip locked
    )
    delete from join_invitations as i using ended
    where i.program_id = ${programId} and i.id = ended.id
    returning i.id`.execute(queries)
  const applications = await sql`
    with old as (
      select a.id from applications a
      where a.program_id = ${programId} and a.status = 'rejected' and a.changed_at <= ${rejectedBefore}::timestamptz
      order by a.id limit ${rows} for update skip locked
    )
    delete from applications as a using old
    where a.program_id = ${programId} and a.id = old.id
    returning a.id`.execute(queries)
  return spent.rows.length + invitations.rows.length + applications.rows.length
}
