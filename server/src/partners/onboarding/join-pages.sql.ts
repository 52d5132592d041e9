import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

type PageRow = Selectable<Schema['join_pages']>
export type JoinPageRow = PageRow & { terms: string | null; terms_since: Date | null }

/** Loads a join page with its current terms; undefined if it isn't set up. */
export function findJoinPage(queries: Queries, programId: number) {
  return queries
    .selectFrom('join_pages as j')
    .leftJoin('join_terms as t', (join) =>
      join.on('t.program_id', '=', programId).onRef('t.version', '=', 'j.terms_version'),
    )
    .selectAll('j')
    .select(['t.content as terms', 't.created_at as terms_since'])
    .where('j.program_id', '=', programId)
    .executeTakeFirst()
}

/** Finds the latest terms that a partner accepted; undefined if they joined without terms or were added by the team. */
export function findAcceptedTerms(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
) {
  return queries
    .selectFrom('applications as a')
    .innerJoin('join_terms as t', (join) =>
      join.on('t.program_id', '=', programId).onRef('t.version', '=', 'a.terms_version'),
    )
    .select(['t.version', 't.content', 'a.created_at as accepted_at'])
    .where('a.program_id', '=', programId)
    .where('a.partner_id', '=', partnerId)
    .orderBy('t.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a program's payout day and minimums; undefined if none are set. */
export function findPayoutTerms(queries: Queries, programId: number) {
  return queries
    .selectFrom('payout_settings')
    .select(['pay_day', 'minimums'])
    .where('program_id', '=', programId)
    .executeTakeFirst()
}

export async function updateJoinPage(
  transaction: Transaction<Schema>,
  page: Omit<PageRow, 'questions'> & { questions: string },
): Promise<void> {
  const { program_id, ...changes } = page
  await transaction
    .insertInto('join_pages')
    .values(page)
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet(changes))
    .returning('program_id')
    .execute()
}

/** Returns the latest version of the terms, whether in force or not. */
export async function findNewestTerms(queries: Queries, programId: number) {
  return queries
    .selectFrom('join_terms')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertTerms(
  queries: Queries,
  terms: { program_id: number; version: number; content: string; created_at: Date },
): Promise<void> {
  await queries.insertInto('join_terms').values(terms).execute()
}
