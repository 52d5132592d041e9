import type { Queries } from '../../core/database/database.ts'

/**
 * Assigns a domain to a program and releases its previous one; null only releases it.
 * @returns false if another program has it
 */
export async function assignRedirectDomain(
  queries: Queries,
  { domain, programId, at }: { domain: string | null; programId: number; at: Date },
): Promise<boolean> {
  const previous = queries.deleteFrom('redirect_domains').where('program_id', '=', programId)
  await (domain === null ? previous : previous.where('domain', '<>', domain)).execute()
  if (domain === null) return true
  await queries
    .insertInto('redirect_domains')
    .values({ domain, program_id: programId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findProgramByDomain(queries, domain)) === programId
}

export async function findProgramByDomain(queries: Queries, domain: string): Promise<number | undefined> {
  const row = await queries
    .selectFrom('redirect_domains')
    .select('program_id')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row?.program_id
}
