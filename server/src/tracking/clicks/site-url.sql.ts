import type { Queries } from '../../core/database/database.ts'

/** Returns a program's site URL; null if it has none. */
export async function findSiteUrl(queries: Queries, programId: number): Promise<string | null> {
  const program = await queries
    .selectFrom('programs')
    .select('site_url')
    .where('id', '=', programId)
    .executeTakeFirst()
  return program?.site_url ?? null
}
