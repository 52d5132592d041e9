import type { Selectable, Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export type BrandRow = Selectable<Schema['program_brands']>

/** Returns a program's branding; undefined if none was set. */
export function findBrand(queries: Queries, programId: number) {
  return queries
    .selectFrom('program_brands')
    .selectAll()
    .where('program_id', '=', programId)
    .executeTakeFirst()
}

/** Updates the given fields of a brand. */
export function saveBrand(
  transaction: Transaction<Schema>,
  brand: Pick<BrandRow, 'program_id' | 'color' | 'updated_at'> &
    Partial<Pick<BrandRow, 'slug' | 'reply_to' | 'logo_digest'>>,
) {
  const { program_id, ...changes } = brand
  return transaction
    .insertInto('program_brands')
    .values(brand)
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Assigns a slug to a program and releases its previous one.
 * @returns false if another program has it
 */
export async function assignSlug(
  queries: Queries,
  { slug, programId, at }: { slug: string; programId: number; at: Date },
): Promise<boolean> {
  await queries
    .deleteFrom('program_slugs')
    .where('program_id', '=', programId)
    .where('slug', '<>', slug)
    .execute()
  await queries
    .insertInto('program_slugs')
    .values({ slug, program_id: programId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .execute()
  return (await findProgramBySlug(queries, slug)) === programId
}

export async function releaseSlug(queries: Queries, programId: number): Promise<void> {
  await queries.deleteFrom('program_slugs').where('program_id', '=', programId).execute()
}

export async function findProgramBySlug(queries: Queries, slug: string): Promise<number | undefined> {
  const row = await queries
    .selectFrom('program_slugs')
    .select('program_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.program_id
}

export type Logo = QueryRow<typeof findLogo>

export async function saveLogo(
  transaction: Transaction<Schema>,
  programId: number,
  logo: Logo & { at: Date },
): Promise<void> {
  const { at: created_at, ...image } = logo
  await transaction
    .insertInto('program_logos')
    .values({ program_id: programId, ...image, created_at })
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet({ ...image, created_at }))
    .returning('program_id')
    .execute()
}

export async function deleteLogo(transaction: Transaction<Schema>, programId: number): Promise<void> {
  await transaction.deleteFrom('program_logos').where('program_id', '=', programId).execute()
}

export function findLogo(queries: Queries, programId: number) {
  return queries
    .selectFrom('program_logos')
    .select(['media_type', 'bytes', 'digest'])
    .where('program_id', '=', programId)
    .executeTakeFirst()
}
