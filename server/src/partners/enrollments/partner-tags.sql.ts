import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Lists a program's tags by name, with the number of partners. */
export function listTags(queries: Queries, programId: number, rows: number) {
  return queries
    .selectFrom('partner_tags')
    .select(({ fn }) => ['tag', fn.countAll<number>().as('partners')])
    .where('program_id', '=', programId)
    .groupBy('tag')
    .orderBy('tag')
    .limit(rows)
    .execute()
}

/** Returns which of these tags the program's other partners have. */
export async function listOtherPartnersTags(
  queries: Queries,
  programId: number,
  { partnerId, tags }: { partnerId: number; tags: readonly string[] },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('partner_tags')
    .select('tag')
    .distinct()
    .where('program_id', '=', programId)
    .where('partner_id', '<>', partnerId)
    .where(sql<boolean>`tag = any (${[...tags]}::text[])`)
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Counts the distinct tags of the program's other partners. */
export async function countOtherPartnersTags(queries: Queries, programId: number, partnerId: number) {
  const { tags } = await queries
    .selectFrom('partner_tags')
    .select(({ fn }) => fn.count<number>('tag').distinct().as('tags'))
    .where('program_id', '=', programId)
    .where('partner_id', '<>', partnerId)
    .executeTakeFirstOrThrow()
  return tags
}

/** Replaces a partner's tags. Rows of unchanged tags are kept. */
export async function replaceTags(
  transaction: Transaction<Schema>,
  programId: number,
  partnerId: number,
  tags: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('partner_tags')
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`tag <> all (${[...tags]}::text[])`)
    .execute()
  if (tags.length === 0) return
  await transaction
    .insertInto('partner_tags')
    .values(tags.map((tag) => ({ program_id: programId, partner_id: partnerId, tag })))
    .onConflict((conflict) => conflict.columns(['program_id', 'partner_id', 'tag']).doNothing())
    .execute()
}
