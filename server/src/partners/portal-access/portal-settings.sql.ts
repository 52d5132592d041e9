import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export type PortalSettings = Pick<
  Selectable<Schema['portal_settings']>,
  'embed_origins' | 'own_links' | 'language'
>

/** Loads a program's portal settings, or the defaults. */
export async function findPortalSettings(queries: Queries, programId: number): Promise<PortalSettings> {
  const found = await queries
    .selectFrom('portal_settings')
    .select(['embed_origins', 'own_links', 'language'])
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return found ?? { embed_origins: [], own_links: null, language: 'en' }
}

export async function savePortalSettings(
  transaction: Transaction<Schema>,
  programId: number,
  { at, ...settings }: PortalSettings & { at: Date },
): Promise<void> {
  const row = { ...settings, updated_at: at }
  await transaction
    .insertInto('portal_settings')
    .values({ program_id: programId, ...row })
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet(row))
    .execute()
}
