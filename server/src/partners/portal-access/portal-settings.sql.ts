import type { Selectable, Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

const COLUMNS = [
  'embed_origins',
  'own_links',
  'language',
  'own_codes',
  'own_code_pattern',
  'own_code_min_chars',
  'own_code_max_chars',
  'own_code_discount',
] as const

export type PortalSettings = Pick<Selectable<Schema['portal_settings']>, (typeof COLUMNS)[number]>

const DEFAULTS: PortalSettings = {
  embed_origins: [],
  own_links: null,
  language: 'en',
  own_codes: null,
  own_code_pattern: null,
  own_code_min_chars: null,
  own_code_max_chars: null,
  own_code_discount: null,
}

/** Loads a program's portal settings, or the defaults. */
export async function findPortalSettings(queries: Queries, programId: number): Promise<PortalSettings> {
  const row = await queries
    .selectFrom('portal_settings')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row ?? DEFAULTS
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
